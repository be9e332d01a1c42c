// Plain JavaScript, so that an old Node can say what is wrong; loaded before every script of package.json.
const [major] = process.versions.node.split('.')
if (Number(major) < 24) {
  console.error(`Backstall runs on Node 24 or newer; this is ${process.version}.`)
  console.error(
    'On Linux with glibc, "npm ci" brings the right one by itself, unless optional dependencies are left out (--omit=optional).',
  )
  console.error('Elsewhere install Node 24 or newer: https://nodejs.org/en/download')
  process.exit(1)
}
