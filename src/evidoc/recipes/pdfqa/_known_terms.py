"""Abbreviations that a reader can spell out without the document, so that asking for them tests nothing."""

from __future__ import annotations

import re

_KNOWN = frozenset(
    line.strip()
    for line in """
    united kingdom
    united states
    united states of america
    united nations
    european union
    european commission
    new zealand
    south africa
    north america
    south america
    latin america
    middle east
    world health organization
    world bank
    world trade organization
    national health service
    national institutes of health
    centers for disease control
    centers for disease control and prevention
    food and drug administration
    food and agriculture organization
    environmental protection agency
    intergovernmental panel on climate change
    international monetary fund
    internal revenue service
    securities and exchange commission
    gross domestic product
    chief executive officer
    chief financial officer
    human resources
    research and development
    small and medium enterprise
    non governmental organization
    corporate social responsibility
    environmental social and governance
    greenhouse gas
    carbon dioxide
    deoxyribonucleic acid
    ribonucleic acid
    messenger rna
    polymerase chain reaction
    quantitative polymerase chain reaction
    human immunodeficiency virus
    acquired immunodeficiency syndrome
    coronavirus disease
    severe acute respiratory syndrome
    reactive oxygen species
    reactive nitrogen species
    adenosine triphosphate
    body mass index
    blood pressure
    systolic blood pressure
    diastolic blood pressure
    heart rate
    intensive care unit
    emergency department
    general practitioner
    electronic health record
    magnetic resonance imaging
    functional magnetic resonance imaging
    computed tomography
    positron emission tomography
    central nervous system
    red blood cell
    white blood cell
    low density lipoprotein
    high density lipoprotein
    low density lipoprotein cholesterol
    high density lipoprotein cholesterol
    randomized controlled trial
    randomised controlled trial
    randomized clinical trial
    confidence interval
    odds ratio
    hazard ratio
    risk ratio
    relative risk
    standard deviation
    standard error
    standard error of the mean
    standard error of mean
    interquartile range
    analysis of variance
    principal component analysis
    ordinary least squares
    root mean square error
    mean square error
    mean squared error
    mean absolute error
    maximum likelihood
    area under the curve
    receiver operating characteristic
    false discovery rate
    markov chain monte carlo
    support vector machine
    random forest
    k nearest neighbor
    artificial intelligence
    machine learning
    deep learning
    neural network
    artificial neural network
    convolutional neural network
    recurrent neural network
    long short term memory
    natural language processing
    large language model
    reinforcement learning
    computer vision
    information technology
    information retrieval
    question answering
    graphical user interface
    user interface
    application programming interface
    application program interface
    central processing unit
    graphics processing unit
    random access memory
    operating system
    internet of things
    virtual reality
    augmented reality
    hypertext markup language
    extensible markup language
    portable document format
    structured query language
    frequently asked questions
    single nucleotide polymorphism
    simple sequence repeat
    open reading frame
    base pair
    years of age
    us dollar
    generally recognized as safe
    """.splitlines()
    if line.strip()
)
_INSTITUTION = re.compile(r"\b(?:university|college|polytechnic)\b|\binstitute of technology\b", re.IGNORECASE)


def is_widely_known(long: str) -> bool:
    """Say whether anybody knows what a long form's abbreviation stands for, or its letters tell: a university's name."""
    return _key(long) in _KEYS or _INSTITUTION.search(long) is not None


def _key(text: str) -> str:
    """Give a term without case, hyphens and the endings of plurals."""
    words = re.findall(r"[a-z]+", text.lower().replace("analyses", "analysis"))
    return " ".join(re.sub(r"(?<=[a-z]{3})(?<![si])s$", "", word) for word in words)


_KEYS = frozenset(map(_key, _KNOWN))
