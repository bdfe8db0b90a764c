/** A text's digest, enough of it to compare two by eye. */
export function TextDigest({ value }: { value: string }) {
  return (
    <span className="v-mono v-caption" title={value}>
      {value.slice(0, 10)}
    </span>
  );
}
