"""Writes the files of hostile_test.sh into the current folder. Needs nothing but Python itself."""

import gzip
import struct
import sys
import zipfile
import zlib


def npy(descr, shape, data=b""):
    """A .npy file whose header says what it likes."""
    header = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (descr, shape)
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data


def integers(*values):
    return npy("<i8", "(%d,)" % len(values), struct.pack("<%dq" % len(values), *values))


def floats(*values):
    return npy("<f4", "(%d,)" % len(values), struct.pack("<%df" % len(values), *values))


def npz(name, **changed):
    """A triangle as a SciPy matrix, with some arrays changed."""
    arrays = dict(
        shape=integers(3, 3), indptr=integers(0, 2, 4, 6), indices=integers(1, 2, 0, 2, 0, 1), data=floats(*[1] * 6)
    )
    arrays.update(changed)
    with zipfile.ZipFile(name, "w", zipfile.ZIP_DEFLATED) as archive:
        for key, value in arrays.items():
            archive.writestr(key + ".npy", value)


def bomb(name):
    """A megabyte that unpacks to one gigabyte."""
    entries = 1 << 27
    with zipfile.ZipFile(name, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("shape.npy", integers(2, 2))
        archive.writestr("indptr.npy", integers(0, entries, entries))
        with archive.open("indices.npy", "w", force_zip64=True) as entry:
            entry.write(npy("|u1", "(%d,)" % entries))
            for _ in range(entries >> 20):
                entry.write(b"\0" * (1 << 20))
        archive.writestr("data.npy", floats())


def graphs():
    npz("good.npz")
    npz("rows-32.npz", shape=integers(2**32, 2**32))
    npz("rows-63.npz", shape=npy("<u8", "(2,)", struct.pack("<2Q", 2**63, 2**63)))
    npz("rows-negative.npz", shape=integers(-1, -1))
    npz("shape-wraps.npz", indptr=npy("<i8", "(4294967296, 4294967296)"))
    npz("shape-lies.npz", indptr=npy("<i8", "(4,)", b"\0" * 8))
    npz("index-negative.npz", indices=integers(1, 2, -1, 2, 0, 1))
    npz("index-62.npz", indices=integers(1, 2, 2**62, 2, 0, 1))
    npz("offset-62.npz", indptr=integers(0, 2**62, 4, 6))
    npz("pickle.npz", indices=npy("|O", "(6,)", b"cos\nsystem\n(S'touch pwned'\ntR."))
    with zipfile.ZipFile("nested.npz", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write("good.npz")
        archive.write("good.npz", "indptr.npy")
    good = open("good.npz", "rb").read()
    entry = good.index(b"PK\x01\x02")  # the central directory
    for name, at in (("packed-lies.npz", 20), ("unpacked-lies.npz", 24)):
        open(name, "wb").write(good[: entry + at] + b"\xf0\xff\xff\xff" + good[entry + at + 4 :])


def bombs():
    bomb("bomb.npz")
    with gzip.open("bomb.tsv.gz", "wb", 1) as packed:
        for _ in range(72):
            packed.write((b"#" * 65535 + b"\n") * 16)


def vectors():
    open("shape-32.npy", "wb").write(npy("<f4", "(4294967296, 4294967296)"))
    open("shape-63.npy", "wb").write(npy("<f4", "(9223372036854775808, 2)"))
    open("lies.npy", "wb").write(npy("<f4", "(10000000, 128)", b"\0" * 512))
    open("huge.npy", "wb").write(npy("<f4", "(1, 4294967296)"))
    open("negative.npy", "wb").write(npy("<f4", "(-1, 4)"))


def names():
    """The karate club, some members of which have names that are no UTF-8, and so have the sides they took."""
    odd = {
        b"1": b"\xff\xfe\x80", b"2": b"caf\xc3\xa9", b"3": b"\xe2\x82", b"5": b"\xf4\x90\x80\x80",
        b"33": b"\xed\xa0\x80", b"34": b'"\\\x1b[31m',
    }  # fmt: skip
    side = {b"Mr-Hi": b"\xf0\x28", b"Officer": b"\xc3"}
    for source, target in (("karate.tsv", "names.tsv"), ("labels.tsv", "sides.tsv")):
        with open(source, "rb") as lines, open(target, "wb") as out:
            for line in lines:
                u, v = line.split()
                out.write(odd.get(u, u) + b"\t" + odd.get(v, side.get(v, v)) + b"\n")


def forge(source, target, where, value):
    """A file of sections in which one number lies under checksums that are right."""
    data = bytearray(open(source, "rb").read())
    sections = struct.unpack_from("<I", data, 24)[0]
    if where == "sections":
        struct.pack_into("<I", data, 24, value & 0xFFFFFFFF)
    else:
        struct.pack_into("<Q", data, 32 + {"offset": 40, "size": 48}[where], value)
    table = 32 + 64 * min(sections, 1000)
    struct.pack_into("<I", data, 28, zlib.crc32(data[32:table], zlib.crc32(data[:28])))
    open(target, "wb").write(data)


def container(magic, sections, version=1):
    """A file of the program's own with these sections, under checksums that are right."""
    table, body = b"", b""
    start = 32 + 64 * len(sections)
    for name, content in sections.items():
        place = (start + len(body), len(content), zlib.crc32(content))
        table += name.encode().ljust(40, b"\0") + struct.pack("<QQI4x", *place)
        body += content + b"\0" * (-len(content) % 8)
    header = magic + struct.pack("<IIQI", 1, version, start + len(body), len(sections))
    return header + struct.pack("<I", zlib.crc32(table, zlib.crc32(header))) + table + body


def codes_npz(name, metadata=b"{}", **more):
    """Two codes of one bit, as an archive, beside other arrays."""
    arrays = dict(
        shape=integers(2, 4), indptr=integers(0, 1, 2), indices=integers(0, 3), data=integers(1, 1),
        format=npy("|S3", "()", b"csr"), columnar_metadata=npy("|S%d" % len(metadata), "()", metadata),
    )  # fmt: skip
    arrays.update(more)
    with zipfile.ZipFile(name, "w", zipfile.ZIP_DEFLATED) as archive:
        for key, value in arrays.items():
            archive.writestr(key + ".npy", value)


def codes_sdr(name, metadata=b"{}", nodes=1):
    shape = struct.pack("<6IQ", 3, 2, 2, 2, 1, 2, nodes)
    sections = {"shape": shape, "ids.int64": struct.pack("<q", 7) * nodes, "codes": struct.pack("<3H", 0, 3, 6) * nodes}
    open(name, "wb").write(container(b"\x89COLSDR\n", {**sections, "metadata": metadata}))


def deep():
    """Metadata of many levels, which take the stack of a reader that calls itself."""
    codes_sdr("good.sdr")
    codes_npz("good.npz")
    for name, metadata in (("wide", b"[" * 60000 + b"]" * 60000), ("deep", b"[" * 30000 + b"]" * 30000),
                           ("open", b'{"config":' * 6000), ("config", b'{"config":{"seed":' + b"[" * 80 + b"]" * 80 + b"}}")):  # fmt: skip
        codes_sdr(name + ".sdr", metadata)
        codes_npz(name + ".npz", metadata)


def empty():
    codes_sdr("empty.sdr", nodes=0)


ODD_TEXTS = {
    "escape": b"\x1b]0;owned\x07", "return": b"safe\rgone", "line": b"one\ntwo", "overlong": b"\xc0\x9b[31m", "surrogate": b"\xed\xa0\x80",
    "beyond": b"\xf4\x90\x80\x80", "c1": b"\xc2\x9b31m", "override": b"\xe2\x80\xaetxt.exe", "isolate": b"\xe2\x81\xa6x", "separator": b"\xe2\x80\xa8x",
}  # fmt: skip


def odd():
    """Names of arrays, ids, metadata, sections and classes that a terminal must not see. zipfile encodes names: they are put in afterwards."""
    for kind, text in ODD_TEXTS.items():
        place = ("@" * len(text)).encode()
        metadata = b'{"version": "' + text + b'", "graph_digest": "' + text + b'", "x": "' + text + b'"}'
        if kind in ("overlong", "surrogate", "beyond", "escape", "return", "line"):
            metadata = b"{}"  # no JSON could hold it
        ids = npy("|S16", "(2,)", text.ljust(16, b"\0") + b"b".ljust(16, b"\0"))
        codes_npz(f"{kind}.npz", metadata, ids=ids, **{place.decode(): integers(1)})
        data = open(f"{kind}.npz", "rb").read()
        open(f"{kind}.npz", "wb").write(data.replace(place, text))
        open(f"{kind}.tsv", "wb").write((text if kind not in ("return", "line") else b"a") + b"\tb\nb\tc\nc\td\n")


def rows():
    """Archives whose rows cost them nothing."""
    many = 1 << 25
    with zipfile.ZipFile("rows.npz", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("shape.npy", integers(many, many))
        archive.writestr("indptr.npy", npy("|i1", "(%d,)" % (many + 1), b"\0" * many + b"\1"))
        archive.writestr("indices.npy", npy("|i1", "(1,)", b"\1"))
        archive.writestr("data.npy", npy("|i1", "(1,)", b"\1"))
    with zipfile.ZipFile("labels.npz", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("labels.npy", npy("|i1", "(%d,)" % many, b"\1" * many))
    with gzip.open("rows.mtx.gz", "wb") as packed:  # 80 KB of entries that repeat
        packed.write(b"%%MatrixMarket matrix coordinate pattern general\n400000000 400000000 4000000\n")
        packed.write(b"2 1\n" * 4000000)


if sys.argv[1] == "forge":
    forge(sys.argv[2], sys.argv[3], sys.argv[4], int(sys.argv[5]))
else:
    {"graphs": graphs, "bombs": bombs, "vectors": vectors, "names": names, "deep": deep, "empty": empty, "odd": odd, "rows": rows}[
        sys.argv[1]
    ]()
