/** Characters drawn as nothing or as a blank, as a class of a regular expression with the flag `u`. */
export const UNSEEN = String.raw`[\s\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]`;
