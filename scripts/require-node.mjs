// Runs on any Node, so that an old one gets a sentence instead of a stack.
const wanted = 26
const found = Number(process.versions.node.split('.')[0])
if (found < wanted) {
  console.error(
    `Restante needs Node ${wanted}, and this is Node ${process.versions.node}. "npm ci" brings the right one for ` +
      'Linux, macOS (ARM) and Windows, and the npm scripts use it; elsewhere, please install it yourself.',
  )
  process.exit(1)
}
