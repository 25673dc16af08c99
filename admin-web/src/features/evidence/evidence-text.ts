import { indiaTime } from '@kismet/contracts'
import type { Evidence } from './evidence.ts'

/** A list of values by their names. */
type Lines = readonly (readonly [name: string, value: string])[]

export interface EvidenceTable {
  readonly title: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** A part of the evidence as text: single values, then lists. */
export interface Section {
  readonly title: string
  readonly lines: Lines
  readonly tables: readonly EvidenceTable[]
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isTable = (value: unknown): value is readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) && value.some(isObject)

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
const istOf = (time: string): string => `${indiaTime(Date.parse(time))} IST`

/** serverSeedHash: server seed hash. */
const worded = (name: string): string =>
  name === '_id'
    ? 'id'
    : name.replaceAll(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)

function valueText(value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(valueText).join(', ')
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
  return instant.test(text) ? `${istOf(text)}, ${text} UTC` : text
}

/** The single values of an object and of the objects in it. */
function linesOf(value: Readonly<Record<string, unknown>>, path = ''): Lines {
  return Object.entries(value).flatMap(([name, field]) => {
    const named = `${path}${worded(name)}`
    if (isTable(field)) return []
    return isObject(field) ? linesOf(field, `${named}, `) : [[named, valueText(field)] as const]
  })
}

/** The values of a row by their columns. The values of an object share a column, so that a table is not too wide to read. */
const cellsOf = (row: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(row).map(([name, field]) => {
      const shared = isObject(field) && linesOf(field).map(([inner, text]) => `${inner}: ${text}`)
      return [worded(name), shared ? shared.join('; ') : valueText(field)]
    }),
  )

/** Amounts are the first columns, because the last columns of a wide table are out of sight. */
function tableOf(title: string, list: readonly Readonly<Record<string, unknown>>[]): EvidenceTable {
  const rows = list.map((row) => cellsOf(isObject(row) ? row : { value: row }))
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))]
  const isAmount = (name: string): boolean => /^(amount|stake|payout)$/.test(name)
  const head = [...names.filter(isAmount), ...names.filter((name) => !isAmount(name))]
  return { title, head, rows: rows.map((row) => head.map((name) => row.get(name) ?? '-')) }
}

function tablesOf(value: Readonly<Record<string, unknown>>): EvidenceTable[] {
  return Object.entries(value).flatMap(([name, field]) => {
    if (isTable(field)) return [tableOf(worded(name), field)]
    return isObject(field) ? tablesOf(field) : []
  })
}

/** The units of all values. */
export const unitsNote = 'Amounts are in rupees, in audit rows also in paise. Times are in IST and in UTC.'

/** How a reader verifies the proof without Kismet. */
const howTo =
  'Save the proof of this file as proof.json. Run "npx kismet-verify proof.json" or "python3 kismet_fairness.py verify proof.json". Compare the server seed hash with the hash that the player saw before the bet.'

/** The evidence as sections of text. Amounts are in rupees. Times are in IST and in UTC. */
export function sectionsOf({ about, parts, proof, missing }: Evidence): Section[] {
  const found = Object.entries(parts).map(([title, part]): Section => {
    if (isObject(part)) return { title, lines: linesOf(part), tables: tablesOf(part) }
    return { title, lines: isTable(part) ? [] : [['rows', '0']], tables: isTable(part) ? [tableOf('', part)] : [] }
  })
  return [
    { title: 'about', lines: linesOf(about), tables: [] },
    ...found,
    ...(proof === null
      ? []
      : [{ title: 'proof', lines: [...linesOf(proof), ['how to verify', howTo] as const], tables: tablesOf(proof) }]),
    ...(missing.length === 0 ? [] : [{ title: 'missing', lines: [], tables: [tableOf('', missing)] }]),
  ]
}

/** Each time gets a neighbour with the time of India. */
function withIst(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withIst)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]): (readonly [string, unknown])[] =>
      typeof field === 'string' && instant.test(field)
        ? [
            [name, field],
            [`${name}Ist`, istOf(field)],
          ]
        : [[name, withIst(field)]],
    ),
  )
}

/** The evidence as JSON. The proof stays as it is, so that each verifier reads it. */
export function evidenceJson({ proof, ...evidence }: Evidence): string {
  return JSON.stringify({ ...(withIst(evidence) as object), proof, ...(proof && { howToVerify: howTo }) }, null, 2)
}

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
const cells = (tag: 'th' | 'td', texts: readonly string[]): string =>
  `<tr>${texts.map((text) => `<${tag}>${escaped(text)}</${tag}>`).join('')}</tr>`

function sectionHtml({ title, lines, tables }: Section): string {
  const list = lines.map(([name, value]) => `<tr><th>${escaped(name)}</th><td>${escaped(value)}</td></tr>`).join('')
  const lists = tables.map(
    ({ title: name, head, rows }) =>
      `${name === '' ? '' : `<h3>${escaped(name)}</h3>`}<table>${cells('th', head)}${rows.map((row) => cells('td', row)).join('')}</table>`,
  )
  return `<section><h2>${escaped(title)}</h2>${list === '' ? '' : `<table>${list}</table>`}${lists.join('')}</section>`
}

const style = `body{font:14px/1.4 system-ui,sans-serif;margin:24px;color:#111;background:#fff}h1{font-size:20px}h2{font-size:16px;margin:20px 0 6px;text-transform:capitalize}
table{border-collapse:collapse;width:100%;margin-bottom:8px}th,td{border:1px solid #bbb;padding:3px 6px;text-align:left;vertical-align:top;overflow-wrap:anywhere}
figure{margin:16px 0;break-inside:avoid}img{max-width:100%}
@media print{body{margin:0;font-size:10px}tr{break-inside:avoid}}`

/** A picture of the proof. Its type is one of three that the page knows, its content base64. */
const pictureHtml = ({ page, type, base64 }: Evidence['pictures'][number]): string =>
  `<figure><figcaption>Page ${page} of the proof</figcaption><img alt="Page ${page} of the proof" src="data:${type};base64,${base64}"></figure>`

/** The evidence as one page that a browser opens and prints without a network. It holds the JSON without pictures, too, and runs no script. */
export function evidenceHtml(evidence: Evidence): string {
  const title = escaped(evidence.about.evidence ?? '')
  // A `<` in the data must not end the element.
  const json = evidenceJson({ ...evidence, pictures: [] }).replaceAll('<', String.raw`\u003c`)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"><title>${title}</title><style>${style}</style></head>
<body><h1>${title}</h1><p>${unitsNote}</p>${sectionsOf(evidence).map(sectionHtml).join('')}${evidence.pictures.map(pictureHtml).join('')}
<script type="application/json" id="evidence">${json}</script></body></html>
`
}
