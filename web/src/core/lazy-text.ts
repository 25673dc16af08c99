/** A text that is translated at each render, so that it follows a change of the language. */
export type LazyText = () => string
