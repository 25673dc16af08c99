/** A text that is said when it is drawn, so that it follows the language that is shown. */
export type LazyText = () => string
