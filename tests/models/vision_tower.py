"""A vision tower of two megabytes with weights by chance, in llama.cpp's GGUF format: it sees nothing, but takes real pictures.

Its projector fits SmolLM2-135M. Format: the GGUF specification, version 3.
"""

from __future__ import annotations

import random
import struct
from array import array
from math import prod
from pathlib import Path

_WIDTH, _INNER, _LAYERS, _HEADS, _IMAGE, _PATCH, _PROJECTED = 64, 128, 2, 4, 128, 16, 576
_ALIGNMENT = 32
_U32, _F32, _BOOL, _STRING, _ARRAY = 4, 6, 7, 8, 9

Shape = tuple[int, ...]


def write_vision_tower(path: Path) -> Path:
    """Write the file; the same bytes each time."""
    rng = random.Random(0)
    tensors = [(name, shape, _values(rng, name, shape)) for name, shape in _shapes().items()]
    fields = _fields()
    head = struct.pack("<4sIQQ", b"GGUF", 3, len(tensors), len(fields)) + b"".join(fields)
    offset = 0
    for name, shape, values in tensors:
        sizes = struct.pack(f"<{len(shape)}Q", *reversed(shape))
        head += _text(name) + struct.pack("<I", len(shape)) + sizes + struct.pack("<IQ", 0, offset)
        offset += _padded(len(values))
    with path.open("wb") as file:
        file.write(head.ljust(_padded(len(head)), b"\x00"))
        for _, _, values in tensors:
            file.write(values.ljust(_padded(len(values)), b"\x00"))
    return path


def _fields() -> list[bytes]:
    whole = {
        "image_size": _IMAGE,
        "patch_size": _PATCH,
        "embedding_length": _WIDTH,
        "feed_forward_length": _INNER,
        "block_count": _LAYERS,
        "projection_dim": _PROJECTED,
        "attention.head_count": _HEADS,
    }
    halves = struct.pack("<IQ3f", _F32, 3, 0.5, 0.5, 0.5)
    return [
        _field("general.architecture", _STRING, _text("clip")),
        _field("general.name", _STRING, _text("stand-in")),
        _field("general.file_type", _U32, struct.pack("<I", 0)),
        _field("clip.has_vision_encoder", _BOOL, b"\x01"),
        _field("clip.has_llava_projector", _BOOL, b"\x01"),
        _field("clip.projector_type", _STRING, _text("mlp")),
        _field("clip.use_gelu", _BOOL, b"\x01"),
        *(_field(f"clip.vision.{name}", _U32, struct.pack("<I", value)) for name, value in whole.items()),
        _field("clip.vision.attention.layer_norm_epsilon", _F32, struct.pack("<f", 1e-6)),
        _field("clip.vision.image_mean", _ARRAY, halves),
        _field("clip.vision.image_std", _ARRAY, halves),
    ]


def _shapes() -> dict[str, Shape]:
    shapes: dict[str, Shape] = {
        "v.patch_embd.weight": (_WIDTH, 3, _PATCH, _PATCH),
        "v.patch_embd.bias": (_WIDTH,),
        "v.position_embd.weight": ((_IMAGE // _PATCH) ** 2 + 1, _WIDTH),
        "v.class_embd": (_WIDTH,),
        **{f"v.{name}_ln.{end}": (_WIDTH,) for name in ("pre", "post") for end in ("weight", "bias")},
        "mm.0.weight": (_PROJECTED, _WIDTH),
        "mm.0.bias": (_PROJECTED,),
        "mm.2.weight": (_PROJECTED, _PROJECTED),
        "mm.2.bias": (_PROJECTED,),
    }
    for layer in range(_LAYERS):
        block = f"v.blk.{layer}"
        for name in ("attn_q", "attn_k", "attn_v", "attn_out"):
            shapes |= {f"{block}.{name}.weight": (_WIDTH, _WIDTH), f"{block}.{name}.bias": (_WIDTH,)}
        shapes |= {f"{block}.{name}.{end}": (_WIDTH,) for name in ("ln1", "ln2") for end in ("weight", "bias")}
        shapes |= {f"{block}.ffn_up.weight": (_INNER, _WIDTH), f"{block}.ffn_up.bias": (_INNER,)}
        shapes |= {f"{block}.ffn_down.weight": (_WIDTH, _INNER), f"{block}.ffn_down.bias": (_WIDTH,)}
    return shapes


def _values(rng: random.Random, name: str, shape: Shape) -> bytes:
    """Give weights by chance; those of a norm change nothing."""
    count = prod(shape)
    if "ln" in name:
        return array("f", [1.0 if name.endswith("weight") else 0.0]).tobytes() * count
    return array("f", [rng.gauss(0.0, 0.02) for _ in range(count)]).tobytes()


def _field(name: str, kind: int, value: bytes) -> bytes:
    return _text(name) + struct.pack("<I", kind) + value


def _text(text: str) -> bytes:
    raw = text.encode()
    return struct.pack("<Q", len(raw)) + raw


def _padded(size: int) -> int:
    return -(-size // _ALIGNMENT) * _ALIGNMENT
