/** Stands in for the sentences of the administration: what has none here is said in the server's own. */
export const administrationErrorStrings = { en: {}, de: {} };
