/** What Node is started with for the server. package.json and deploy/restante.service have them, too; docs/speed.md says why. */
export const serverFlags = ['--max-semi-space-size=4', '--heap-growing-percent=40']
