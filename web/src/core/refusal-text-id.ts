/** The id of the text of a refusal in the catalogues of `src/words`. */
export const refusalTextId = (code: string): string => `refusal.${code}`
