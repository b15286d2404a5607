#!/usr/bin/env python3
"""Opens an end-to-end encrypted bundle of Restante, as docs/end-to-end.md describes it.

    open-end-to-end.py BUNDLE SLOT KEY

BUNDLE is a file with the sealed bytes, SLOT one with the slot in base64url, KEY the key of the link (47 characters) or a
file that holds it; for a file request a file with the 34 words of its key. A password is read from standard input. Files are written below the current folder, and nothing is written
unless all of the bundle is authentic and its manifest keeps to the rules; title, message and text go to standard output.
It needs read-blob.py beside it, which has AES and HKDF in plain Python, and end-to-end.md for the words. With the package
`cryptography` it is fast; a slot with a password needs that package, of version 44 or later, for Argon2id, and one of a request
a version that has ML-KEM, such as 48."""
import base64
import datetime
import hashlib
import hmac
import importlib.util
import json
import pathlib
import re
import sys
import unicodedata

spec = importlib.util.spec_from_file_location("read_blob", pathlib.Path(__file__).with_name("read-blob.py"))
read_blob = importlib.util.module_from_spec(spec)
spec.loader.exec_module(read_blob)
Damaged, expand, derive = read_blob.Damaged, read_blob.expand, read_blob.derive
CHUNK, TAG, PART, LEAST = 16384, 16, 1024 * 16384, 65536
MANIFEST, FILES = 8 * 2**20, 20_000


def gcm_open(key, nonce, sealed, aad=b""):
    try:
        from cryptography.exceptions import InvalidTag
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    except ImportError:
        return read_blob.gcm_open(key, nonce, sealed, aad)
    try:
        return AESGCM(key).decrypt(nonce, sealed, aad)
    except InvalidTag:
        raise Damaged("a tag does not fit: wrong key or password, or altered bytes")


def from_base64url(text):
    decoded = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if base64.urlsafe_b64encode(decoded).rstrip(b"=").decode() != text:
        raise Damaged("a value that is not canonical base64url")
    return decoded


def read_key(text):
    decoded = from_base64url(text) if re.fullmatch(r"[A-Za-z0-9_-]{47}", text) else b""
    key, checksum = decoded[:32], decoded[32:]
    if len(decoded) != 35 or hashlib.sha256(b"restante/e2e v1 link\0" + key).digest()[:3] != checksum:
        raise Damaged("the key was cut or mistyped")
    return key


def read_words(text):
    """The seed that 34 words stand for."""
    page = pathlib.Path(__file__).with_name("end-to-end.md").read_text()
    words = re.search(r"\n    (acorn [a-z\s]* tractor)\n", page)[1].split()
    lines = (line for line in text.splitlines() if not line.lstrip().startswith("#"))
    written = re.findall(r"[^\W\d_]+", " ".join(lines).lower())
    if len(written) != 34 or not set(written) <= set(words):
        raise Damaged("the key is not 34 words of the list")
    decoded = bytes(words.index(word) for word in written)
    if hashlib.sha256(b"restante/e2e v1 seed\0" + decoded[:32]).digest()[:2] != decoded[32:]:
        raise Damaged("a word of the key is mistaken")
    return decoded[:32]


def request_secret(head, seed):
    """X-Wing; X25519 of the package refuses a result of zeros."""
    try:
        from cryptography.hazmat.primitives.asymmetric.mlkem import MLKEM768PrivateKey
    except ImportError:
        raise Damaged("a slot for the owner of a file request needs the package cryptography with ML-KEM")
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

    halves = hashlib.shake_256(seed).digest(96)
    ml_kem, x25519 = MLKEM768PrivateKey.from_seed_bytes(halves[:64]), X25519PrivateKey.from_private_bytes(halves[64:])
    point, ciphertext = x25519.public_key().public_bytes_raw(), head[34:1154]
    public = ml_kem.public_key().public_bytes_raw() + point
    if hashlib.sha256(b"restante/e2e v1 request\0" + public).digest() != head[2:34]:
        raise Damaged("the slot was made for another key")
    try:
        shared = x25519.exchange(X25519PublicKey.from_public_bytes(ciphertext[1088:]))
    except ValueError:
        raise Damaged("a ciphertext that is none")
    both = ml_kem.decapsulate(ciphertext[:1088]) + shared
    return hashlib.sha3_256(both + ciphertext[1088:] + point + b"\\.//^\\").digest()


def open_slot(slot, written):
    """Gives the content key and the bundle id. `written` is the key as a person has it."""
    if slot[:1] != b"\1" or (slot[1:2], len(slot)) not in ((b"\0", 78), (b"\1", 99), (b"\2", 1230)):
        raise Damaged("a slot of an unknown version, kind or length")
    head, sealed = slot[:-60], slot[-60:]
    secret = request_secret(head, read_words(written)) if head[1] == 2 else read_key(written)
    if head[1] == 1:
        memory, passes = int.from_bytes(head[2:6], "big"), head[6]
        if not (65536 <= memory <= 131072 and 3 <= passes <= 6):
            raise Damaged("a slot of an unlikely cost")
        from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

        password = unicodedata.normalize("NFC", sys.stdin.readline().rstrip("\r\n")).encode()
        if not password:
            raise Damaged("this slot wants a password, on standard input")
        make = Argon2id(salt=head[7:23], length=32, iterations=passes, lanes=1, memory_cost=memory)
        secret += make.derive(password)
    key = derive(secret, b"restante/e2e v1 slot\0" + head)
    return gcm_open(key, sealed[:12], sealed[12:], head), head[-16:]


def padme(n):
    if n <= LEAST:
        return LEAST
    e = n.bit_length() - 1
    step = 2 ** (e - e.bit_length())
    return -(-n // step) * step


def sealed_length(n):
    return 56 + n + TAG * (n // CHUNK + 1)


def padded_length(size):
    whole, rest = divmod(size, sealed_length(PART))
    if rest == 0:
        length = whole * PART
    else:
        length = whole * PART + rest - 56 - TAG * ((rest - 56) // (CHUNK + TAG) + 1)
        whole += 1
    sealed = (length // PART) * sealed_length(PART) + (sealed_length(length % PART) if length % PART else 0)
    if length < LEAST or padme(length) != length or sealed != size:
        raise Damaged("no bundle has this size")
    return length


def open_part(sealed, key, bundle_id, number, count, length):
    place = number.to_bytes(4, "big") + count.to_bytes(4, "big") + length.to_bytes(8, "big")
    context = b"restante/e2e v1\0" + bundle_id + place
    info = b"c2sp.org/chunked-encryption@v1+AEAD_AES_256_GCM\0" + sealed[:24] + context
    secrets = expand(key, info, 76)
    if not hmac.compare_digest(secrets[44:], sealed[24:56]):
        raise Damaged("a part is not the one that was sealed here")
    base, chunks = int.from_bytes(secrets[32:44], "big"), sealed[56:]
    plain = [
        gcm_open(secrets[:32], (base ^ i).to_bytes(12, "big"), chunks[i * (CHUNK + TAG) : (i + 1) * (CHUNK + TAG)])
        for i in range(len(chunks) // (CHUNK + TAG) + 1)
    ]
    return b"".join(plain)


REFUSED = re.compile(r'[\0-\x1f\x7f-\x9f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069/\\:*?<>|"]')
BLANKS = " \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\ufeff"
DEVICE = re.compile(
    rf"(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(?:COM|LPT)[0-9\u00b9\u00b2\u00b3])[{BLANKS}]*(?:\.|\Z)", re.I | re.A
)
MOMENT = re.compile(r"([0-9]{4})(-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3})Z")
TEXTS = {"title": 100, "message": 500, "senderName": 100}


def check_path(path):
    if re.search("[\ud800-\udfff]", path) or len(path.encode()) > 1024:
        raise Damaged("a path is not allowed")
    for name in path.split("/"):
        ends = re.search(rf"[.{BLANKS}]\Z", name)
        if not name or ends or len(name.encode()) > 255 or REFUSED.search(name) or DEVICE.match(name):
            raise Damaged("a path is not allowed")


def members(pairs):
    if len(dict(pairs)) != len(pairs):
        raise Damaged("a member of the manifest stands twice")
    return dict(pairs)


def has_members(value, needed, optional=()):
    if not isinstance(value, dict) or not set(needed) <= set(value) <= {*needed, *optional}:
        raise Damaged("the manifest has other members than those of version 1")


def text_within(value, limit):
    """Limits count code points."""
    if not isinstance(value, str) or len(value) > limit:
        raise Damaged("a text of the manifest is none, or too long")


def whole_number(value):
    """Numbers count by their value: 26.0 is 26."""
    if type(value) is float and value.is_integer():
        value = int(value)
    if type(value) is not int or not 0 <= value < 2**53:
        raise Damaged("a number of the manifest is not from 0 to 2^53 - 1")
    return value


def check_moment(value):
    found = MOMENT.fullmatch(value) if isinstance(value, str) else None
    try:  # Python knows no year 0, which is a leap year as 2000 is.
        year = "2000" if found[1] == "0000" else found[1]
        datetime.datetime.strptime(year + found[2], "%Y-%m-%dT%H:%M:%S.%f")
        if found[2][-6:-4] > "59":
            raise ValueError
    except (TypeError, ValueError):
        raise Damaged("a moment is not ISO 8601 in UTC with milliseconds")


def no_number(_):
    raise Damaged("the manifest has a number that JSON does not know")


def parse_manifest(written, room):
    try:
        manifest = json.loads(written.decode(), object_pairs_hook=members, parse_constant=no_number)
    except (RecursionError, ValueError, TypeError):
        raise Damaged("the manifest is no JSON in UTF-8")
    check_manifest(manifest, room)
    return manifest


def check_manifest(manifest, room):
    has_members(manifest, ("version", "files"), ("text", *TEXTS))
    files, at, taken = manifest["files"], 0, set()
    if type(manifest["version"]) is bool or manifest["version"] != 1:
        raise Damaged("a manifest of another version")
    if not isinstance(files, list) or len(files) > FILES or not (files or "text" in manifest):
        raise Damaged("a manifest with too many files, or with nothing")
    for name in TEXTS.keys() & manifest.keys():
        text_within(manifest[name], TEXTS[name])
    text = manifest.get("text", "")
    text_within(text, 2**20)
    if len(re.sub("[\ud800-\udfff]", "\ufffd", text).encode()) > 2**20:
        raise Damaged("a text of the manifest is none, or too long")
    for file in files:
        has_members(file, ("path", "size", "type", "modified", "offset"), ("thumbnail",))
        text_within(file["path"], 1024)
        text_within(file["type"], 255)
        check_moment(file["modified"])
        file["size"], file["offset"] = whole_number(file["size"]), whole_number(file["offset"])
        if "thumbnail" in file:
            has_members(file["thumbnail"], ("offset", "length"))
        check_path(file["path"])
        folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", file["path"]).upper().lower())
        if folded in taken:
            raise Damaged("a path stands twice")
        taken.add(folded)
    if any(path[:end] in taken for path in taken for end in range(len(path)) if path[end] == "/"):
        raise Damaged("a path is the folder of another")
    pictures = [f["thumbnail"] for f in files if "thumbnail" in f]
    ranges = [(whole_number(p["offset"]), whole_number(p["length"])) for p in pictures]
    if len(ranges) > 200 or any(length > 24 * 1024 for _, length in ranges):
        raise Damaged("too many small pictures, or too large ones")
    for offset, length in ranges + [(f["offset"], f["size"]) for f in files]:
        if offset != at:
            raise Damaged("files overlap or leave gaps")
        at += length
    if at > room:
        raise Damaged("files are longer than the bundle")


def main():
    bundle, slot, key = sys.argv[1:]
    written = key if len(key) == 47 else pathlib.Path(key).read_text().strip()
    try:
        sealed = pathlib.Path(bundle).read_bytes()
        content_key, bundle_id = open_slot(from_base64url(pathlib.Path(slot).read_text().strip()), written)
        length, whole = padded_length(len(sealed)), sealed_length(PART)
        count = -(-length // PART)
        part = lambda n: open_part(sealed[n * whole : (n + 1) * whole], content_key, bundle_id, n, count, length)
        plain = b"".join(part(n) for n in range(count))
        end = 4 + int.from_bytes(plain[:4], "big")
        if end > min(length, 4 + MANIFEST):
            raise Damaged("the manifest is longer than the bundle")
        manifest = parse_manifest(plain[4:end], length - end)
        taken = [file["path"] for file in manifest["files"] if pathlib.Path(file["path"]).exists()]
        if taken:
            raise Damaged(f"{taken[0]!a} exists already")
    except (Damaged, ValueError) as error:
        sys.exit(f"Not opened: {error}")
    for name in ("title", "senderName", "message", "text"):
        if name in manifest:
            shown = (c if c.isprintable() or c == "\n" else "\ufffd" for c in manifest[name])
            print(f"{name}: {''.join(shown)}")
    for file in manifest["files"]:
        path, start = pathlib.Path(file["path"]), end + file["offset"]
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, "xb") as output:
            output.write(plain[start : start + file["size"]])
        print(path, file["size"], file["modified"])


if __name__ == "__main__":
    main()
