import { describe, expect, it } from '@jest/globals'
import type { Proof } from '@kismet/contracts'
import { verifyProof } from '@kismet/fairness'
import { minesPlay } from '../../testing/replays.ts'
import type { Evidence } from './evidence.ts'
import { evidenceHtml, evidenceJson, sectionsOf } from './evidence-text.ts'

const hostile = `</script><script>alert("x")</script><b onclick='y'>`
const proof = minesPlay().proof as Proof
const evidence: Evidence = {
  about: { evidence: `Kismet, bet ${hostile}`, madeAt: '2026-11-21T12:10:36.118Z', madeBy: 'owner', link: 'https://x' },
  parts: {
    deposit: { _id: 'a', utr: hostile, createdAt: '2026-11-21T12:10:36.118Z', user: { email: hostile }, risks: [] },
    'audit log': [{ action: 'deposit.approve', amount: 12, detail: { amountPaise: 5, reason: hostile } }],
  },
  proof,
  pictures: [],
  missing: [{ part: hostile, why: hostile }],
}

describe('evidence as text', () => {
  it('has each single value by its name, and each time in IST and in UTC', () => {
    const [, deposit] = sectionsOf(evidence)
    expect(deposit?.lines).toEqual([
      ['id', 'a'],
      ['utr', hostile],
      ['created at', '2026-11-21 17:40:36 IST, 2026-11-21T12:10:36.118Z UTC'],
      ['user, email', hostile],
      ['risks', '-'],
    ])
  })

  it('has a row for each record of a list, with the amounts first and an object in one column', () => {
    const tables = sectionsOf(evidence).flatMap((section) => section.tables)
    expect(tables[0]).toEqual({
      title: '',
      head: ['amount', 'action', 'detail'],
      rows: [['12', 'deposit.approve', `amount paise: 5; reason: ${hostile}`]],
    })
  })

  it('is a page that runs nothing of its content', () => {
    const page = new DOMParser().parseFromString(evidenceHtml(evidence), 'text/html')
    expect([...page.querySelectorAll('script')].map(({ type }) => type)).toEqual(['application/json'])
    expect(page.querySelectorAll('b')).toHaveLength(0)
    expect(page.body.textContent).toContain(hostile)
    expect(JSON.parse(page.querySelector('script')?.textContent ?? '')).toEqual(JSON.parse(evidenceJson(evidence)))
  })

  it('holds the pictures of a proof: as images in the page, in base64 in the JSON', () => {
    const pictures = [{ page: 1, type: 'image/webp', base64: 'UklGRg==' }]
    const withPicture = { ...evidence, pictures }
    const page = new DOMParser().parseFromString(evidenceHtml(withPicture), 'text/html')
    expect([...page.images].map(({ src, alt }) => [alt, src])).toEqual([
      ['Page 1 of the proof', 'data:image/webp;base64,UklGRg=='],
    ])
    expect(page.querySelector('meta[http-equiv]')?.getAttribute('content')).toContain('img-src data:')
    expect(JSON.parse(evidenceJson(withPicture))).toMatchObject({ pictures })
  })

  it('keeps the proof of the bet as verifiers read it', () => {
    const read = JSON.parse(evidenceJson(evidence)) as { proof: Proof; about: Record<string, string> }
    expect(verifyProof(read.proof).valid).toBe(true)
    expect(read.about.madeAtIst).toBe('2026-11-21 17:40:36 IST')
  })
})
