/** `area: imperative summary`, as STYLE_GUIDE.md has it. */
export default {
  // An area may have a hyphen, such as admin-web. The parser's own pattern rejects it.
  parserPreset: {
    parserOpts: { headerPattern: /^([a-z][a-z0-9-]*): (.+)$/, headerCorrespondence: ['type', 'subject'] },
  },
  rules: {
    'header-max-length': [2, 'always', 72],
    'header-min-length': [2, 'always', 12],
    'type-empty': [2, 'never'],
    'subject-empty': [2, 'never'],
    'subject-full-stop': [2, 'never', '.'],
    'body-leading-blank': [2, 'always'],
    'body-max-line-length': [2, 'always', 100],
  },
}
