"""A chapter of an invented handbook of river gauging, as plain text with numbered sections and definitions."""

from __future__ import annotations

import textwrap

_WIDTH = 78
_TITLE = "HANDBOOK OF RIVER GAUGING"
_CHAPTER = "Chapter 4. Measuring discharge by velocity and area"

_SECTIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "4.1 Purpose of this chapter",
        (
            "This chapter describes how the discharge of a river is measured from a bridge, a boat or by wading. It is written "
            "for observers who have passed the basic course. Measurements with floats are described in chapter 5, measurements "
            "with salt in chapter 6.",
            "A measurement by velocity and area takes between 40 and 90 minutes. It should not be begun if the water level is "
            "expected to change by more than 3 cm in that time.",
        ),
    ),
    (
        "4.2 Definitions",
        (
            "Discharge is the volume of water that passes a cross-section of a river in a unit of time. It is given in cubic "
            "metres per second.",
            "Stage is the height of the water surface above the zero of the gauge. The zero of a gauge is never moved, even if "
            "the bed of the river sinks.",
            "A vertical is a line from the water surface to the bed on which depth and velocity are measured.",
            "A panel is the part of the cross-section between two verticals. Its width is the distance between the verticals, "
            "its depth the mean of their depths.",
            "The rating curve is the relation between stage and discharge at a gauge. It is drawn through at least twelve "
            "measurements that are spread over the whole range of stages.",
            "Backwater is a rise of the stage at a gauge that is caused by an obstacle downstream and not by a greater "
            "discharge.",
        ),
    ),
    (
        "4.3 Choosing the cross-section",
        (
            "Choose a straight reach that is at least five times as long as the river is wide. The bed should be firm and free "
            "of boulders and weed. Avoid places below a bridge pier, because eddies reach up to ten pier widths downstream.",
            "The cross-section must be at a right angle to the flow. If the angle differs by more than 10 degrees, measure it "
            "and multiply each velocity by its cosine.",
        ),
    ),
    (
        "4.4 Number of verticals",
        (
            "The number of verticals depends on the width of the river. Use at least 10 verticals where the river is narrower "
            "than 5 m, at least 20 between 5 m and 50 m, and at least 25 where it is wider than 50 m. No panel may carry more "
            "than 10 % of the total discharge; if one does, add verticals in it and measure again.",
        ),
    ),
    (
        "4.5 Measuring velocity",
        (
            "In water deeper than 0.75 m measure the velocity at 0.2 and at 0.8 of the depth below the surface. The mean of "
            "both is the mean velocity of the vertical. In shallower water measure once, at 0.6 of the depth below the surface.",
            "Count the turns of the current meter for at least 60 seconds. In pulsating flow count for 120 seconds. A meter of "
            "type A is used between 0.1 and 2.5 metres per second, a meter of type B between 0.3 and 5.0 metres per second. "
            "Meters are calibrated every 300 hours of use, and in any case every second year.",
            "By definition the velocity at the bank is zero. For the panel beside a smooth vertical wall take 0.9 of the "
            "velocity of the nearest vertical, beside a rough sloping bank 0.7.",
        ),
    ),
    (
        "4.6 Computing discharge",
        (
            "The discharge of a panel is its width times its depth times the mean of the mean velocities of its two verticals. "
            "The discharge of the river is the sum over all panels.",
            "Example. A panel is 2.0 m wide. The depths of its verticals are 1.2 m and 1.4 m, their mean velocities 0.80 and "
            "0.90 metres per second. The depth of the panel is 1.3 m, its mean velocity 0.85 metres per second, and its "
            "discharge 2.0 x 1.3 x 0.85 = 2.21 cubic metres per second.",
        ),
    ),
    (
        "4.7 Uncertainty",
        (
            "With 20 verticals and two points on each, the standard uncertainty of a discharge is about 4 %. It rises to about "
            "7 % with 10 verticals, and to 12 % under ice. A measurement that differs from the rating curve by more than twice "
            "its uncertainty is repeated within 48 hours. If the second measurement confirms the first, the curve is shifted.",
            "State the uncertainty with every discharge that leaves the office. Figures are rounded to three digits, and never "
            "to more than the uncertainty allows.",
        ),
    ),
    (
        "4.8 Safety",
        (
            "Nobody measures alone. Wading is forbidden if the product of depth in metres and velocity in metres per second "
            "exceeds 0.9. Life jackets are worn on boats, and on bridges without a railing of at least 1.1 m. From a boat "
            "measurements end when the wind exceeds 10 metres per second.",
        ),
    ),
)


def handbook_text() -> bytes:
    """Give the chapter as UTF-8 text, wrapped, with an empty line between paragraphs."""
    parts = [_TITLE, _CHAPTER]
    for title, paragraphs in _SECTIONS:
        parts.append(title)
        parts.extend(textwrap.fill(paragraph, width=_WIDTH) for paragraph in paragraphs)
    return ("\n\n".join(parts) + "\n").encode()
