/**
 * A character that changes what a text says without being seen (decisions §51): whatever Unicode draws as nothing, such as
 * variation selectors and fillers, controls, direction marks, tags, separators of lines, private use and broken pairs. A
 * tab and the end of a line are seen, and so is what makes an emoji: one selector after it, a joiner between two. A
 * carriage return counts; who takes it for the end of a line normalises line ends first.
 */
export const HIDDEN_CHARACTER =
  /(?!(?<=(?!\p{ASCII})\p{Emoji})[\ufe0e\ufe0f]|(?<=[0-9#*])\ufe0f(?=\u20e3)|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?)\u200d(?=\p{Extended_Pictographic})|[\t\n])[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Co}\p{Cs}\u2028\u2029]/u;
