#!/usr/bin/env python3
"""Opens an end-to-end encrypted bundle of Restante, as docs/end-to-end.md describes it.

    open-end-to-end.py BUNDLE SLOT KEY

BUNDLE is a file with the sealed bytes, SLOT one with the slot in base64url, KEY the key of the link (47 characters) or a
file that holds it. A password is read from standard input. Files are written below the current folder, and nothing is written
unless all of the bundle is authentic and its manifest keeps to the rules; title, message and text go to standard output.
It needs read-blob.py beside it, which has AES and HKDF in plain Python. With the package `cryptography` it is fast; a slot
with a password needs that package, of version 44 or later, for Argon2id."""
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


def open_slot(slot, link_key):
    """Gives the content key and the bundle id."""
    if slot[:2] == b"\1\2" and len(slot) == 1230:
        raise Damaged("a slot for the owner of a file request: opening it needs X-Wing, which Python does not have yet")
    if slot[:1] != b"\1" or (slot[1:2], len(slot)) not in ((b"\0", 78), (b"\1", 99)):
        raise Damaged("a slot of an unknown version, kind or length")
    head, sealed = slot[:-60], slot[-60:]
    secret = link_key
    if head[1] == 1:
        memory, passes = int.from_bytes(head[2:6], "big"), head[6]
        if not (65536 <= memory <= 131072 and 3 <= passes <= 6):
            raise Damaged("a slot of an unlikely cost")
        from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

        password = unicodedata.normalize("NFC", sys.stdin.readline().rstrip("\r\n")).encode()
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
    if length < LEAST or padme(length) != length:
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
DEVICE = re.compile(r"(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(?:COM|LPT)[0-9\u00b9\u00b2\u00b3])(?=\s*(?:\.|$))", re.I)


def check_path(path):
    for name in path.split("/"):
        ends = name[-1:].isspace() or name.endswith((".", "\ufeff"))
        long = len(name.encode()) > 255  # ill-formed Unicode has no UTF-8
        if not name or ends or long or REFUSED.search(name) or DEVICE.match(name):
            raise Damaged("a path is not allowed")
    if len(path.encode()) > 1024:
        raise Damaged("a path is not allowed")


def check_manifest(manifest, room):
    files, at, taken = manifest["files"], 0, set()
    if manifest["version"] != 1 or len(files) > FILES:
        raise Damaged("a manifest of another version, or with too many files")
    for file in files:
        check_path(file["path"])
        folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", file["path"]).upper().lower())
        if folded in taken:
            raise Damaged("a path stands twice")
        taken.add(folded)
    if any(path[:end] in taken for path in taken for end in range(len(path)) if path[end] == "/"):
        raise Damaged("a path is the folder of another")
    ranges = [(f["thumbnail"]["offset"], f["thumbnail"]["length"]) for f in files if "thumbnail" in f]
    for offset, length in ranges + [(f["offset"], f["size"]) for f in files]:
        if type(offset) is not int or type(length) is not int or offset != at or length < 0:
            raise Damaged("files overlap or leave gaps")
        at += length
    if at > room:
        raise Damaged("files are longer than the bundle")


def main():
    bundle, slot, key = sys.argv[1:]
    written = key if len(key) == 47 else pathlib.Path(key).read_text().strip()
    try:
        sealed = pathlib.Path(bundle).read_bytes()
        content_key, bundle_id = open_slot(from_base64url(pathlib.Path(slot).read_text().strip()), read_key(written))
        length, whole = padded_length(len(sealed)), sealed_length(PART)
        count = -(-length // PART)
        part = lambda n: open_part(sealed[n * whole : (n + 1) * whole], content_key, bundle_id, n, count, length)
        plain = b"".join(part(n) for n in range(count))
        end = 4 + int.from_bytes(plain[:4], "big")
        if end > min(length, 4 + MANIFEST):
            raise Damaged("the manifest is longer than the bundle")
        manifest = json.loads(plain[4:end].decode())
        check_manifest(manifest, length - end)
    except (Damaged, KeyError, TypeError, ValueError) as error:
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
        print(path, file["size"], datetime.datetime.fromisoformat(file["modified"].replace("Z", "+00:00")))


if __name__ == "__main__":
    main()
