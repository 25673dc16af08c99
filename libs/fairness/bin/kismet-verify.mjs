#!/usr/bin/env node
// A crash of Node exits with 1, which means "not true". An old Node cannot load the program at all.
import('./kismet-verify.ts').catch((error) => {
  process.stderr.write(`kismet-verify: The check itself failed on Node ${process.version}: ${String(error)}\n`)
  process.exitCode = 2
})
