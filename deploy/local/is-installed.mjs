// Ends with 0 when node_modules holds what package-lock.json asks for, compared by content: a checkout or a copy changes the
// times of files but not this. Plain JavaScript for any Node from 18 on, because it runs before ours is installed.
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
