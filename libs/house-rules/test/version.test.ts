import { expect, it } from '@jest/globals'
import { oneVersion } from '../src/rules/version.ts'
import { breachesOf } from './small-repository.ts'

const manifest = (version: string) => `{\n  "name": "x",\n  "version": "${version}"\n}\n`
const valid = {
  'package.json': manifest('0.2.0'),
  'services/wallet/package.json': `${manifest('0.2.0')}  "@kismet/contracts": "0.2.0"\n`,
  'docker-compose.yml': 'image: kismet/service:${KISMET_VERSION:-0.2.0}',
  'deploy/k8s/overlays/local/kustomization.yaml': '- { name: kismet/web, newTag: 0.2.0 }',
  'CHANGELOG.md': '## Unreleased\n\n## 0.2.0 - 2026-12-31\n\n## 0.1.0 - 2026-11-28\n',
}

it('one version in all places is right', () => {
  expect(breachesOf(oneVersion, { what: 'one version', texts: valid, found: [] })).toEqual([])
})

it.each([
  { file: 'services/wallet/package.json', text: manifest('0.1.0'), line: 3 },
  { file: 'services/wallet/package.json', text: '  "@kismet/contracts": "0.1.0"', line: 1 },
  { file: 'docker-compose.yml', text: 'image: kismet/web:${KISMET_VERSION:-0.1.0}', line: 1 },
  { file: '.env.example', text: '# KISMET_VERSION=0.1.0', line: 1 },
  { file: 'deploy/k8s/overlays/local/kustomization.yaml', text: '- { name: kismet/web, newTag: 0.1.0 }', line: 1 },
  { file: 'docs/operating/install-kubernetes.md', text: 'kind load docker-image kismet/web:0.1.0', line: 1 },
])('another version in $file is found: $text', ({ file, text, line }) => {
  const texts = { ...valid, [file]: text }
  expect(breachesOf(oneVersion, { what: file, texts, found: [] })).toEqual([
    `${file}:${line}: names version 0.1.0, not 0.2.0`,
  ])
})

it('a changelog with another newest release is found', () => {
  const texts = { ...valid, 'CHANGELOG.md': '## Unreleased\n\n## 0.1.0 - 2026-11-28\n' }
  expect(breachesOf(oneVersion, { what: 'changelog', texts, found: [] })).toEqual([
    'CHANGELOG.md: has the newest release 0.1.0, not 0.2.0',
  ])
})
