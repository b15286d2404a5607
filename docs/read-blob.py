#!/usr/bin/env python3
"""Opens a file of Restante from its blobs, as docs/file-format.md describes it, with nothing but Python.

Reads one JSON object from standard input and writes the content to standard output. Keys and sealed bytes are in hex.
    blobs       paths of the file's segments, in order
    part        what they hold: "content" unless given, or "members" for the index of an archive
    fileId      and transferId, day (such as 2026-11-21), kid, as far as the keys below need them
    transferKey, or what it is made from: serverSlot with
    lifeKey, or sealedLifeKey with
    dayKey, or sealedDayKey with masterKey
Nothing is written unless all of it is authentic. It is slow: AES is done here, byte by byte."""
import hmac
import json
import sys

CHUNK, TAG = 16384, 16


class Damaged(Exception):
    pass


# AES-256 (FIPS 197), encryption of one block: all that GCM needs.
DOUBLE = [(x << 1 ^ (0x1B if x & 0x80 else 0)) & 0xFF for x in range(256)]
SBOX = [0x63] + [0] * 255
p = q = 1
for _ in range(255):  # q is the inverse of p
    p ^= DOUBLE[p]
    for shift in (1, 2, 4):
        q ^= q << shift & 0xFF
    q ^= 0x09 if q & 0x80 else 0
    x = q << 8 | q
    SBOX[p] = (x ^ x >> 7 ^ x >> 6 ^ x >> 5 ^ x >> 4) & 0xFF ^ 0x63


def expand_key(key):
    words, rcon = [list(key[i : i + 4]) for i in range(0, 32, 4)], 1
    while len(words) < 60:
        word, at = list(words[-1]), len(words)
        if at % 8 == 0:
            word = [SBOX[b] for b in word[1:] + word[:1]]
            word[0] ^= rcon
            rcon = DOUBLE[rcon]
        elif at % 8 == 4:
            word = [SBOX[b] for b in word]
        words.append([a ^ b for a, b in zip(words[-8], word)])
    return [sum(words[i : i + 4], []) for i in range(0, 60, 4)]


def encrypt_block(keys, block):
    s = [a ^ b for a, b in zip(block, keys[0])]
    for number in range(1, 15):
        s = [SBOX[s[(i + 4 * (i % 4)) % 16]] for i in range(16)]
        if number < 14:
            columns = [s[at : at + 4] for at in range(0, 16, 4)]
            s = [c[i] ^ c[0] ^ c[1] ^ c[2] ^ c[3] ^ DOUBLE[c[i] ^ c[i - 3]] for c in columns for i in range(4)]
        s = [a ^ b for a, b in zip(s, keys[number])]
    return bytes(s)


# GCM (NIST SP 800-38D) with nonces of 12 bytes.
def ghash(h, data):
    y = 0
    for at in range(0, len(data), 16):
        x, y, v = y ^ int.from_bytes(data[at : at + 16], "big"), 0, h
        for bit in range(127, -1, -1):
            if x >> bit & 1:
                y ^= v
            v = v >> 1 ^ (0xE1 << 120 if v & 1 else 0)
    return y.to_bytes(16, "big")


def gcm_open(key, nonce, sealed, aad=b""):
    keys, text, tag = expand_key(key), sealed[:-TAG], sealed[-TAG:]
    pad = lambda data: data + bytes(-len(data) % 16)
    stream = b"".join(
        encrypt_block(keys, nonce + (2 + i).to_bytes(4, "big")) for i in range((len(text) + 15) // 16)
    )
    lengths = (len(aad) * 8).to_bytes(8, "big") + (len(text) * 8).to_bytes(8, "big")
    h = int.from_bytes(encrypt_block(keys, bytes(16)), "big")
    mask = encrypt_block(keys, nonce + (1).to_bytes(4, "big"))
    expected = bytes(a ^ b for a, b in zip(ghash(h, pad(aad) + pad(text) + lengths), mask))
    if len(sealed) < TAG or not hmac.compare_digest(expected, tag):
        raise Damaged("a tag does not fit: wrong key, or altered bytes")
    return bytes(a ^ b for a, b in zip(text, stream))


# HKDF with SHA-512 (RFC 5869).
def expand(key, info, length):
    out = block = b""
    while len(out) < length:
        block = hmac.digest(key, block + info + bytes([len(out) // 64 + 1]), "sha512")
        out += block
    return out[:length]


def derive(secret, info):
    return expand(hmac.digest(bytes(64), secret, "sha512"), info, 32)


def open_key(sealed, secret, purpose, context):
    return gcm_open(derive(secret, purpose), sealed[:12], sealed[12:], purpose + b"\0" + context)


def transfer_key(given):
    key = lambda name: bytes.fromhex(given[name])
    text = lambda name: given[name].encode()
    if "transferKey" in given:
        return key("transferKey")
    if "lifeKey" in given:
        life_key = key("lifeKey")
    else:
        day_key = key("dayKey") if "dayKey" in given else open_key(
            key("sealedDayKey"), key("masterKey"), b"restante/v1 day key", text("day") + b"\0" + text("kid")
        )
        context = text("day") + b"\0" + text("transferId")
        life_key = open_key(key("sealedLifeKey"), day_key, b"restante/v1 life key", context)
    slot = key("serverSlot")
    if slot[:1] != b"\1":
        raise Damaged("the slot has another version")
    return open_key(slot[1:], life_key, b"restante/v1 server slot", b"\1" + text("transferId"))


def open_blob(blob, file_key, file_id, position, part):
    header, salt, commitment, message = blob[:32], blob[32:56], blob[56:88], blob[88:]
    if header[:16] != b"RESTANTE" + bytes([1, 1]) + bytes(6) or len(message) % (CHUNK + TAG) < TAG:
        raise Damaged("this is no whole blob of version 1")
    context = b"restante/v1 " + part.encode() + b"\0" + header + position.to_bytes(4, "big") + file_id.encode()
    label = b"c2sp.org/chunked-encryption@v1+AEAD_AES_256_GCM\0"
    secrets = expand(file_key, label + salt + context, 76)
    if not hmac.compare_digest(secrets[44:], commitment):
        raise Damaged("the blob is of another file, of another place in it, or was sealed with another key")
    base = int.from_bytes(secrets[32:44], "big")
    chunks = range(len(message) // (CHUNK + TAG) + 1)
    sealed = lambda i: message[i * (CHUNK + TAG) : (i + 1) * (CHUNK + TAG)]
    return b"".join(gcm_open(secrets[:32], (base ^ i).to_bytes(12, "big"), sealed(i)) for i in chunks)


def main():
    given = json.load(sys.stdin)
    info = b"restante/v1 file key\0" + given["fileId"].encode()
    try:
        file_key = derive(transfer_key(given), info)
        place = lambda number: (given["fileId"], number, given.get("part", "content"))
        parts = [open_blob(open(p, "rb").read(), file_key, *place(n)) for n, p in enumerate(given["blobs"])]
    except Damaged as error:
        sys.exit(str(error))
    sys.stdout.buffer.write(b"".join(parts))


if __name__ == "__main__":
    main()
