/** A lossless WebP picture of the size, as far as its header says. */
export function webpHeader(width: number, height: number, data = 20): Buffer {
  const picture = Buffer.alloc(20 + 5 + data)
  picture.write('RIFF', 0, 'latin1')
  picture.writeUInt32LE(picture.length - 8, 4)
  picture.write('WEBPVP8L', 8, 'latin1')
  picture.writeUInt32LE(5 + data, 16)
  picture.writeUInt8(0x2f, 20)
  picture.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 21)
  return picture.length % 2 === 0 ? picture : webpHeader(width, height, data + 1)
}
