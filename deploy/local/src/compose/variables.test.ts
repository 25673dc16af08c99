import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { repositoryRoot } from '@kismet/real-servers/local-dir'
import { composeExample, composeVariables } from './variables.ts'

describe('the variables of compose', () => {
  it('are all in .env.example, as `make config` writes it', async () => {
    expect(await readFile(join(repositoryRoot, '.env.example'), 'utf8')).toBe(await composeExample())
  })

  it('are read with their defaults', async () => {
    const variables = await composeVariables()
    expect(variables.get('WEB_PORT')).toBe('3000')
    expect(variables.get('MAIL_FROM')).toBe('Kismet <no-reply@kismet.localhost>')
    expect(await composeExample()).toContain("# MAIL_FROM='Kismet <no-reply@kismet.localhost>'")
  })
})
