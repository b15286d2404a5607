import type { Bytes } from '../primitives.ts'

/** 256 words, one for each value of a byte. They are compared by people, over the phone too, and never change. */
const words = `
acorn actor album alley alpha amber anchor angel ankle apple april apron arch arena arrow atlas attic autumn
axle bacon badge baker bamboo banjo barley barn basil basin basket beach beacon bean beaver bell bench berry
bird bishop blanket blossom board boat bonnet book boot border bottle bowl branch bread brick bridge broom
brush bucket bugle button cabin cable cactus camel camera candle canoe canyon captain carbon carpet carrot
castle cedar cello chain chair chalk cherry chess chimney circle city cliff clock cloud clover coast cobalt
coffee comet copper coral corner cotton crab cradle crane crayon cricket crystal curtain cushion daisy dancer
desert diamond dolphin donkey dragon drum eagle earth easel echo elbow ember engine falcon feather fence fern
ferry fiddle field finch flame flute forest fossil fountain fox galaxy garden garlic ginger glacier glove
goose granite grape gravel guitar hammer harbor harp hazel helmet heron honey horizon hotel iceberg igloo
island ivory ivy jacket jasmine jelly jewel jungle kettle kite kitten ladder lagoon lamp lantern laurel lemon
lentil lily linen lion lizard lobster lotus magnet mango maple marble market meadow melon mirror monkey moon
mosaic mountain museum needle nest nickel nutmeg oasis ocean olive onion opera orange orchid organ otter owl
oyster paddle palace panda paper parrot pebble pepper piano pigeon pillow pine planet plum pocket pony poppy
prism pumpkin quartz quill rabbit radio raven ribbon river robin rocket saddle sailor salmon satin saturn
shadow silver spruce summer tiger tulip velvet violin walnut willow window winter zebra
anvil badger hornet mitten parsley sparrow thistle tractor
`
  .trim()
  .split(/\s+/)

/** Bytes as words, one each. */
export function toWords(bytes: Uint8Array): string[] {
  return Array.from(bytes, (byte) => words[byte] ?? '')
}

/** The bytes that words stand for, in any case; undefined where one is not of the list. */
export function fromWords(written: readonly string[]): Bytes | undefined {
  const values = written.map((word) => words.indexOf(word.toLowerCase()))
  return values.includes(-1) ? undefined : Uint8Array.from(values)
}

/** The first 64 bits of a fingerprint as eight words. */
export function fingerprintWords(fingerprint: Uint8Array): string[] {
  return toWords(fingerprint.subarray(0, 8))
}
