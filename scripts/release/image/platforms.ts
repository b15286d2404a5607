/** Platforms of the image, as the packages with the Node of each name them, by the architecture in the words of containers. */
export const platforms: ReadonlyMap<string, string> = new Map([
  ['amd64', 'linux-x64'],
  ['arm64', 'linux-arm64'],
])
