"""English words by what they can be in a sentence: the lists that stand in for a tagger's model.

Written for questions and scientific prose; what is in no list is judged by its ending and its place.
"""

from __future__ import annotations


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


# Forms of verbs, and adverbs, of scientific prose that stand between phrases, never in one.
BETWEEN_PHRASES = _set("""
fell rose grew held kept lost gained brings brought ran came went stood began wash washes
using used uses shows showed shown showing found finds finding identified identifies reported reports revealed reveals
suggest suggests suggested indicate indicated demonstrated demonstrates observed investigated examined assessed
evaluated compared performed conducted detected obtained measured increased decreased reduced improved associated
related based include includes included including provide provides provided contribute contributes caused causing
cause resulting resulted led leads lead remain remains remained become became present presented presents collected
analyzed analysed determined considered described estimated expected required requires aimed aims affect affects
affected affecting occur occurs occurred make makes made give gave given take taken took help helps known called
exists exist discuss discussed review reviewed reviews carried derived followed allow allows allowed enable enables
need needs needed support supports supported exhibited exhibit produced produces produce exposed belong belongs range
ranged ranging explained explain involved involve involves underlying play plays played according depending evaluate
assess determine identify investigate examine understand improve increase reduce decrease develop explore transmit
transmitted confer confers harbor harbors met varied differed consisted respectively significantly simulate prevent
protect implies slept respond continue attend extend detect adapt survive exceed arises arise grown combining
discriminate enhance enhances enhanced experience experienced infected consuming tested representing versus highlight
highlights ensure achieve seek grow drive drives driven co-circulate integrate promote promotes inhibit inhibits
""")
# Nouns that end as adjectives and participles do.
NOUNS_ALL_THE_SAME = _set("""
clinic topic music traffic arsenic critic logic metric epidemic pandemic fabric mosaic seed feed need breed reed weed
speed library boundary summary dictionary salary anthropic genetics supply family assembly anomaly additive adjective
preservative derivative olive alternative cohesive canary table cable variable vegetable
""")
MORE_NOUNS = _set("""
trial signal material animal mineral metal capital journal interval proposal removal approval survival arrival
withdrawal renewal referral hospital manual goal coal crystal chemical individual professional chemical objective
perspective incentive initiative archive statistic republic characteristic vocabulary glossary secretary category
laboratory inventory theory history factory memory territory directory observatory handful cable july reply embed shed
bed red hundred
""")
DETERMINERS = _set("""
a an the this that these those each every either neither any some all both no another such my your his her its our their
which what whose
""")
PREPOSITIONS = _set("""
about above across after against along alongside among amongst around as at before behind below beneath beside besides
between beyond by despite down during except for from in inside into like near of off on onto out outside over per regarding
concerning since than through throughout to toward towards under underneath until up upon versus via with within without
according due
""")
TO_BE = _set("am is are was were be been being")
TO_DO = _set("do does did")
OTHER_AUXILIARIES = _set("can could may might must shall should will would have has had having cannot ought")
PRONOUNS = _set("""
i you he she it we they me him us them who whom itself themselves himself herself oneself ourselves one there here others
""")
CLOSED = (
    DETERMINERS
    | PREPOSITIONS
    | TO_BE
    | TO_DO
    | OTHER_AUXILIARIES
    | PRONOUNS
    | _set("""
and or but nor if then else when where why how whether because although though while whereas not n't s t d ll re ve m
many much more most few fewer less least several enough other hers theirs ours yours mine
""")
)
ADVERBS = _set("""
faster sooner early slowly fast
also only very too so again already always often never ever sometimes still yet just even almost about together apart
further furthermore moreover however therefore thus hence otherwise instead rather quite well better best once twice now
today respectively overall later earlier ago away forward
""")
ADJECTIVES = _set("""
main key new old high higher highest low lower lowest large larger largest small smaller smallest great greater greatest good
bad worse worst long longer longest short shorter shortest early late first second third fourth fifth last next previous
current recent present past same different similar common rare likely unlikely major minor dual single double multiple whole
full entire total net gross fiscal male female young adult wild deep wide narrow broad strong weak fast slow hot cold warm dry
wet safe severe acute complex simple clear certain specific general overall potential preterm non-invasive invasive
effective efficient adverse real raw free open direct indirect chronic mean average extreme diverse robust novel aware able
available due foreign domestic local rural urban remote public private immune elderly pregnant sick healthy human airborne
underground overall ultimate ordinary military solar lunar polar nuclear molecular modern ancient ripe rich poor cheap expensive
dense sparse dark bright light heavy soft hard smooth rough thick thin round flat sharp blunt near far busy noisy tidy steady
steep stable mobile fertile sterile versatile fragile active passive native positive negative relative absolute accurate
adequate appropriate moderate private separate ultimate intermediate alternate proximate inadequate corporate rapid solid liquid
valid invalid humid arid acid rigid vivid hybrid unknown known unpaid paid written broken hidden frozen proven uneven even
obese adverse sole prime mature pure secure obscure unsure premature future entire sincere mere rare fair unfair regular
irregular singular particular similar prior inner outer upper lower former latter elder senior junior superior inferior exterior
interior eastern western northern southern holistic big tiny vast huge tall wise wealthy healthy costly timely friendly daily
weekly monthly yearly quarterly hourly early likely lonely lively elderly deadly
""")
# Words that end as verbs do, in -ing or -ed, and are nouns where they stand alone.
NOUNS_OF_DOING = _set("""
thing string spring ring king wing morning evening building ceiling beginning meaning finding findings setting settings
recording recordings reading readings rating ratings screening mapping sequencing breeding imaging modelling modeling
counselling counseling training learning teaching housing funding spending lending offering earning earnings
clustering profiling phenotyping genotyping engineering farming fishing mining manufacturing marketing accounting
banking pricing timing staining labelling labeling labelling scanning scheduling splicing signaling signalling docking
binding editing ageing aging well-being wellbeing holding holdings proceeding proceedings understanding-of bleeding feeling
""")
# Verbs by their first form; those of the second list are as often nouns.
VERBS = _set("""
accept achieve acquire adapt add adjust adopt affect agree allow analyse analyze appear apply argue arise assess assign assume
avoid be become begin belong bring calculate carry categorize choose cite classify clarify collect combine compare compute
conclude conduct confirm consider consist construct contain continue contribute convert create decide declare define deliver
demonstrate depend derive describe detect determine develop diagnose differ discover discuss display distinguish
distribute divide draw drive emerge emit employ enable encode engage enhance ensure enter establish estimate evaluate examine
exceed exclude exhibit exist expand expect explain explore express extend extract face facilitate feed find follow form
generate get give go grow happen harbor help hold hypothesize identify illustrate imply implement improve include incorporate
incur indicate induce infer influence inform inhibit integrate interpret introduce invest investigate involve issue
justify keep know lack learn leverage live lose maintain manage manifest mediate mention mitigate modify obtain occur operate
optimize outperform overcome own participate pay perform perpetuate pertain pose possess predict prefer prepare prescribe
present preserve prevent proceed produce promote propose protect prove provide publish purchase put quantify raise reach
receive recognize recommend reduce refer reflect regulate relate rely remain remove repeat replace represent require resolve
respond retain reveal reside satisfy save say see seek seem select sell send serve solve specify speak spend stand state
stimulate store strengthen suffer suggest summarize support suppress take tell tend trigger understand undergo use utilize
validate vary verify want weigh yield
abolish accelerate account accumulate administer alleviate amplify assemble attain augment attribute bind calibrate
characterize cleave compete complement comprise confer constrain correlate cultivate deem degrade deplete deposit detail
disrupt dominate eliminate elucidate embed enrol enroll equal evolve excrete fail fluctuate fulfil hinder hydrolyze impair
impede incubate infect ingest inherit initiate inject invade isolate localize metabolize migrate mutate necessitate
negate outweigh penetrate persist phosphorylate plot postulate predispose proliferate recruit recover remodel replicate
repress secrete simulate stabilize substitute supplement surpass survive sustain synthesize tolerate transcribe transfer
translate transmit transform underlie visualize
weaken lighten shorten lengthen widen deepen worsen lessen harden soften tighten loosen broaden heighten converge diverge
resign quench quit cite colonize lower reach own drop travel explain ask answer appoint elect sue hire dismiss attend
arrange wait walk watch wear win lie lay sit sleep eat drink breathe cough bleed heal die survive ban forbid permit refuse
award borrow lend repay acquire allocate amortize consolidate depreciate dispose disclose forecast impose levy recognise
repurchase settle terminate classify withdraw
""")
ALSO_NOUNS = _set("""
account address advance aim approach attempt attribute award balance benefit bid bind bloom book boost call case cause center
challenge change charge claim combine complement compound concern conduct contact contract contrast control cost count course
cover credit cross damage deal decline decrease delay demand deposit design detail diet discount display dose draw drive drop
effect end estimate exhibit experience extract face fall feature feed file finance finish flow focus forecast form function
fund gain grade grant group grow guide harbor hold host impact increase index influence insult interest interview issue
judge label lack lead level limit link list load loss map mark match measure model monitor name need network note number
offer order own paint panel patent pattern phase place plan plant play plot point position practice present press process
produce profile program project purchase raise range rank rate reach reason record reduce refer release report request
research respond rest result return review reward rise risk roll run sample save scale score screen search section sequence
serve set share shift ship show sign signal source spend spread stage stand start state stay step store stress structure study
substitute supplement supply support surface surge survey suspect switch target tax team test time title total touch trace
track trade train transfer transport travel treat trend trial trigger turn type use value view visit vote wash waste work
yield answer walk watch wait drink sleep ban permit win
""")
IRREGULAR = _set("""
arose arisen became began begun brought bound chose chosen drew drawn drove driven fell fallen fed found got gave given
went gone grew grown held kept knew known led learnt lost made makes making meant overcame paid ran running said saw seen
sought sold sent shown spoke spoken spent stood took taken told underwent undergone understood rose risen underlain wrote
written writes writing came comes coming gotten won lay lain sat slept ate eaten drank drunk wore worn built felt left met
put read set cut hit bred broke broken bore borne bought caught fought sung swam taught thought threw thrown woke worn
""")
