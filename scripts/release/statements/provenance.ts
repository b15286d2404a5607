/**
 * Writes how files came to be, as an in-toto statement (in-toto.io/Statement/v1) with a predicate of SLSA 1.0. Unsigned: the
 * workflow of the forge signs it.
 * @param files SHA-256 in hexadecimal, by name
 */
export function provenanceOf(
  files: ReadonlyMap<string, string>,
  source: { readonly version: string; readonly commit: string; readonly lock: string; readonly at: number },
): string {
  const { version, commit, lock, at } = source
  const time = new Date(at * 1000).toISOString()
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [...files].map(([name, sha256]) => ({ name, digest: { sha256 } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:restante:npm-run-release:v1',
        externalParameters: { version },
        internalParameters: { SOURCE_DATE_EPOCH: at },
        resolvedDependencies: [
          { name: 'source', digest: { gitCommit: commit } },
          { name: 'package-lock.json', digest: { sha256: lock } },
          { name: 'node', uri: `pkg:generic/node@${process.versions.node}` },
        ],
      },
      runDetails: {
        builder: { id: 'urn:restante:npm-run-release' },
        metadata: { startedOn: time, finishedOn: time },
      },
    },
  }
  return `${JSON.stringify(statement, undefined, 2)}\n`
}
