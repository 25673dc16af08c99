/** The maths that this code computes. Each bet stores it; a verifier refuses a proof of another version. */
export const mathsVersion = '1'
