import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import * as z from 'zod/mini'
import { SourceProblem } from '../../source.ts'

/** The S3 store of another service. */
export type ObjectStore = {
  /** Bytes of an object; undefined for none. @throws SourceProblem where the store does not answer */
  sizeOf(key: string): Promise<number | undefined>
  /** @throws SourceProblem */
  read(key: string): AsyncIterable<Uint8Array>
}

/** Variables of Palmr, by the names that its container has them under. */
const variables = z.object({
  S3_ENDPOINT: z.string().check(z.minLength(1)),
  S3_PORT: z._default(z.string().check(z.regex(/^\d{0,5}$/)), ''),
  S3_USE_SSL: z._default(z.string(), 'false'),
  S3_ACCESS_KEY: z.string().check(z.minLength(1)),
  S3_SECRET_KEY: z.string().check(z.minLength(1)),
  S3_REGION: z._default(z.string(), 'us-east-1'),
  S3_BUCKET_NAME: z.string().check(z.minLength(1)),
  S3_FORCE_PATH_STYLE: z._default(z.string(), 'true'),
})

/**
 * Opens a store by a file with its variables, NAME=value in each line.
 * @throws SourceProblem where there is no such bucket
 */
export async function openObjectStore(path: string): Promise<ObjectStore> {
  const parsed = variables.safeParse(readVariables(await readText(path)))
  if (!parsed.success) {
    const names = parsed.error.issues.map((issue) => issue.path.join('.')).join(', ')
    throw new SourceProblem(`${path} lacks ${names}: it needs the S3_* variables of Palmr.`)
  }
  const { S3_ENDPOINT: host, S3_PORT: port, S3_USE_SSL: isSecure, ...settings } = parsed.data
  const endpoint = `${isSecure === 'true' ? 'https' : 'http'}://${host}${port && `:${port}`}`
  if (host.includes('/') || !URL.canParse(endpoint))
    throw new SourceProblem(`${path} has an S3_ENDPOINT that is no host, or an S3_PORT that is no port.`)
  // The library is large, and loaded only where there is a store.
  const { S3 } = await import('@aws-sdk/client-s3')
  const s3 = new S3({
    endpoint,
    region: settings.S3_REGION || 'us-east-1',
    credentials: { accessKeyId: settings.S3_ACCESS_KEY, secretAccessKey: settings.S3_SECRET_KEY },
    forcePathStyle: settings.S3_FORCE_PATH_STYLE !== 'false',
    maxAttempts: 3,
  })
  // Every object of a bucket that is not there would seem to be missing.
  await s3.headBucket({ Bucket: settings.S3_BUCKET_NAME }).catch((error: unknown) => {
    if (!isNotFound(error)) throw storeProblem(error)
    throw new SourceProblem(`The bucket ${settings.S3_BUCKET_NAME} is not there.`)
  })
  const objectOf = (key: string) => ({ Bucket: settings.S3_BUCKET_NAME, Key: key })
  return {
    async sizeOf(key) {
      try {
        return (await s3.headObject(objectOf(key))).ContentLength ?? 0
      } catch (error) {
        if (isNotFound(error)) return undefined
        throw storeProblem(error)
      }
    },
    async *read(key) {
      try {
        const { Body } = await s3.getObject(objectOf(key))
        if (!(Body instanceof Readable)) throw new SourceProblem('The S3 store sent no body.')
        for await (const chunk of Body) yield Uint8Array.from(z.instanceof(Uint8Array).parse(chunk))
      } catch (error) {
        throw error instanceof SourceProblem ? error : storeProblem(error)
      }
    },
  }
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch {
    throw new SourceProblem(`${path} cannot be read.`)
  }
}

function readVariables(text: string): Record<string, string> {
  const entries = text.split('\n').flatMap((line) => {
    const [, name, value = ''] = /^\s*(?:export\s+)?(S3_[A-Z_]+)=(.*?)\s*$/.exec(line) ?? []
    return name === undefined ? [] : [[name, value.replace(/^(["'])(.*)\1$/, '$2')]]
  })
  return Object.fromEntries(entries)
}

function isNotFound(error: unknown): boolean {
  return ['NotFound', 'NoSuchKey', 'NoSuchBucket'].includes(nameOf(error))
}

/** Holds no more than a name: errors of the library may have the signed request. */
function storeProblem(error: unknown): SourceProblem {
  return new SourceProblem(
    `The S3 store of the other service failed: ${nameOf(error)}. See that it runs and that the file of --s3 is right, then run this again.`,
  )
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return /^\w{1,60}$/.test(code) ? code : 'unknown error'
}
