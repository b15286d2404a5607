import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdir, open, rename, rm, utimes } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { cleanLine, printableLines } from '#contract/transfers/file-name.ts'
import { englishSize } from '#contract/transfers/scale-size.ts'
import type { BundleFile } from '#end-to-end/format/manifest.ts'
import type { OpenedBundle } from '#end-to-end/format/open-bundle.ts'
import { zipLength, zipOf } from '#end-to-end/stored-zip.ts'
import type { Outcome } from '../../command.ts'
import { assertFree, choosePath } from '../fetching/save-file.ts'
import { showProgress } from '../progress/show-progress.ts'
import { asDamaged } from './open-sealed.ts'

/** Lists the files of an opened transfer, and saves none. */
export function listSealed({ manifest: { files } }: OpenedBundle): Outcome {
  return {
    text: files
      .map(({ path, size }) => `${englishSize(size, ' ').padStart(9)}  ${cleanLine(path)}`)
      .join('\n'),
    data: { files: files.map(({ path, size, type }) => ({ path, size, type })) },
  }
}

/**
 * Saves what an opened transfer holds: one file as itself, several in a folder or one ZIP. Until all of it was checked it has a name of its
 * own that ends in `.part`. A text is printed.
 * @throws UsageError for a name that exists; ApiError FILE_DAMAGED, after which nothing stays
 */
export async function saveSealed(bundle: OpenedBundle, output: string, asZip: boolean): Promise<Outcome> {
  const { files, text, title } = bundle.manifest
  const said = text === undefined ? [] : [printableLines(text)]
  const data = text === undefined ? {} : { text }
  const [only, ...others] = files
  if (!only) return { text: said.join('\n'), data }
  const isZip = asZip && others.length > 0
  const name = others.length > 0 ? `${title ?? 'transfer'}${isZip ? '.zip' : ''}` : basename(only.path)
  const path = await choosePath(output, name)
  const partial = join(dirname(path), `restante-${randomBytes(8).toString('hex')}.part`)
  const size = isZip ? zipLength(files) : files.reduce((sum, file) => sum + file.size, 0)
  const progress = showProgress('Downloading', size)
  const stop = (signal: NodeJS.Signals) => {
    rmSync(partial, { recursive: true, force: true })
    process.off(signal, stop).kill(process.pid, signal)
  }
  for (const signal of signals) process.on(signal, stop)
  try {
    let done = 0
    const report = (length: number) => {
      done += length
      progress.to(done)
    }
    if (isZip) await writeArchive(bundle, partial, report)
    else if (others.length === 0) await writeFile(bundle, only, partial, report)
    else {
      await mkdir(partial)
      for (const file of files) {
        const target = join(partial, file.path)
        await mkdir(dirname(target), { recursive: true })
        await writeFile(bundle, file, target, report)
      }
    }
    await assertFree(path)
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw error
  } finally {
    for (const signal of signals) process.off(signal, stop)
    progress.end()
  }
  const count = others.length > 0 ? `${files.length} files, ` : ''
  return {
    text: [...said, `Saved ${path} (${count}${size} bytes). All of it arrived and was checked.`].join('\n'),
    data: { ...data, path, size, files: files.map((file) => ({ path: file.path, size: file.size })) },
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

async function writeArchive(
  bundle: OpenedBundle,
  path: string,
  report: (length: number) => void,
): Promise<void> {
  const { files } = bundle.manifest
  await using target = await open(path, 'wx')
  await asDamaged(async () => {
    const contentOf = (index: number) => {
      const file = files[index]
      if (!file) throw new RangeError('the archive has no such file')
      return bundle.readFile(file)
    }
    for await (const chunk of zipOf(files, contentOf)) {
      await target.write(chunk)
      report(chunk.length)
    }
  })
  await target.sync()
}

async function writeFile(
  bundle: OpenedBundle,
  file: BundleFile,
  path: string,
  report: (length: number) => void,
): Promise<void> {
  await using target = await open(path, 'wx')
  await asDamaged(async () => {
    for await (const chunk of bundle.readFile(file)) {
      await target.write(chunk)
      report(chunk.length)
    }
  })
  await target.sync()
  const modified = new Date(file.modified)
  await utimes(path, modified, modified)
}
