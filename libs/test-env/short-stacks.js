/** Frames of an error. Jest has a hundred, which each `expect`, each refusal and each search of a page pays for. */
Error.stackTraceLimit = 20
