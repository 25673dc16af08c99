/** `area: imperative summary`, as STYLE_GUIDE.md has it. */
export default {
  rules: {
    'header-max-length': [2, 'always', 72],
    'header-min-length': [2, 'always', 12],
    'type-empty': [2, 'never'],
    'type-case': [2, 'always', ['lower-case', 'kebab-case']],
    'subject-empty': [2, 'never'],
    'subject-full-stop': [2, 'never', '.'],
    'body-leading-blank': [2, 'always'],
    'body-max-line-length': [2, 'always', 100],
  },
}
