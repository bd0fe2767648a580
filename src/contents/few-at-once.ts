/** How many texts one call may read and hand to worker threads at a time: memory and threads are for other callers too. */
const AT_ONCE = 4;

/** Does the work for each item, for a few of them at a time. Ends with the first error. */
export async function fewAtOnce<Item>(items: Iterable<Item>, work: (item: Item) => Promise<void>): Promise<void> {
  const rest = items[Symbol.iterator]();
  let hasFailed = false;
  async function workOn(): Promise<void> {
    for (let next = rest.next(); !next.done && !hasFailed; next = rest.next())
      await work(next.value).catch(error => {
        hasFailed = true;
        throw error;
      });
  }
  await Promise.all(Array.from({ length: AT_ONCE }, workOn));
}
