import type { Services } from '#server/platform/services.ts'
import type { Source, SourceName, SourceSecrets } from '../source.ts'
import { openErugo } from './erugo/erugo.ts'
import { openGokapi } from './gokapi/gokapi.ts'
import { openPalmr } from './palmr/palmr.ts'
import { openPingvin } from './pingvin.ts'

/**
 * Opens the data of another service, read only.
 * @param path of its folder
 * @throws SourceProblem for what cannot be used
 */
export async function openSource(
  { clock }: Pick<Services, 'clock'>,
  name: SourceName,
  path: string,
  secrets: SourceSecrets,
): Promise<Source> {
  switch (name) {
    case 'pingvin':
    case 'pingvin-x':
      return openPingvin(path, clock.now())
    case 'erugo':
      return openErugo(path, clock.now())
    case 'gokapi':
      return openGokapi(path, clock.now())
    case 'palmr':
      return openPalmr(path, clock.now(), secrets)
  }
}
