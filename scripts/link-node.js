// Run at the end of `npm ci`, on the system's Node. npm 11 links the Node of this project by itself. npm 10 does not, because the lock file has
// packages of two platforms with a command of that name.
import { existsSync, rmSync, symlinkSync } from 'node:fs'

const link = 'node_modules/.bin/node'
const target = `../node-${process.platform}-${process.arch}/bin/node`
if (!existsSync(link) && existsSync(`node_modules/.bin/${target}`)) {
  rmSync(link, { force: true })
  symlinkSync(target, link)
}
