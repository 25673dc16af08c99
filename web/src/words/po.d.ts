/** A catalogue, made a module by app-kit's build/words.ts. */
declare module '*.po' {
  export const messages: import('@lingui/core').Messages
}
