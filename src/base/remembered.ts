/** `read`, asked once for each key. Made anew for each request: what was answered stays so. */
export function remembered<Key, Value>(
  read: (key: Key) => Promise<Value>,
): (key: Key) => Promise<Value> {
  const known = new Map<Key, Promise<Value>>();
  return (key) => {
    const answer = known.get(key) ?? read(key);
    known.set(key, answer);
    return answer;
  };
}
