// Ends with 0 when node_modules holds the packages of package-lock.json. Compares content, because a checkout changes the
// times of files. Plain JavaScript for Node 18 and newer, because this script runs before our own Node is installed.
import { existsSync, readFileSync } from 'node:fs'

function packagesOf(path) {
  return JSON.parse(readFileSync(path, 'utf8')).packages ?? {}
}

function isInstalled() {
  if (!existsSync('node_modules/.bin/node') || !existsSync('node_modules/.package-lock.json')) return false
  const wanted = packagesOf('package-lock.json')
  const present = packagesOf('node_modules/.package-lock.json')
  return Object.entries(wanted).every(([path, entry]) => {
    // Workspaces are links into this repository; an optional package may be for another kind of machine.
    if (!path.includes('node_modules/') || entry.optional || entry.devOptional || entry.peer) return true
    return present[path]?.version === entry.version && present[path]?.resolved === entry.resolved && existsSync(path)
  })
}

process.exit(isInstalled() ? 0 : 1)
