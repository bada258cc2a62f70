/** Enough reads at a time to hide the latency of a disk or a Blob. */
const defaultWindow = 16;

/**
 * Maps `items` in order with at most `window` reads under way. Ends the source
 * when the consumer stops. A failure of a read or of the source is thrown
 * after the values before it.
 */
export async function* readAhead<Item, Value>(
  items: Iterable<Item> | AsyncIterable<Item>,
  read: (item: Item) => Promise<Value>,
  window = defaultWindow,
): AsyncGenerator<Value> {
  const reads: Promise<Value>[] = [];
  let sourceFailure: { error: unknown } | undefined;
  // Those that were begun after a read that failed have no turn any more.
  const settled = async (value: Promise<Value>) => {
    try {
      return await value;
    } catch (error) {
      reads.length = 0;
      throw error;
    }
  };
  try {
    for await (const item of items) {
      const value = read(item);
      // It may fail before its turn comes; the failure is taken up then.
      value.catch(() => {});
      reads.push(value);
      const first = reads.length >= window ? reads.shift() : undefined;
      if (first) yield await settled(first);
    }
  } catch (error) {
    sourceFailure = { error };
  }
  for (const value of reads) yield await value;
  if (sourceFailure) throw sourceFailure.error;
}
