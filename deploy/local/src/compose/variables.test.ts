import { describe, expect, it } from '@jest/globals'
import { composeExample, composeVariables } from './variables.ts'

describe('the variables of compose', () => {
  it('are read with their defaults', async () => {
    const variables = await composeVariables()
    expect(variables.get('WEB_PORT')).toBe('3000')
    expect(variables.get('MAIL_FROM')).toBe('Kismet <no-reply@kismet.localhost>')
    expect(await composeExample()).toContain("# MAIL_FROM='Kismet <no-reply@kismet.localhost>'")
  })
})
