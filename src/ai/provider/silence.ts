/** Measures how long a provider has had calls and has sent nothing of an answer to any of them. */
export class Silence {
  #calls = 0;
  #since = 0;

  /** A call sends its first request. Returns the function that ends the call; calling that twice is safe. */
  begin(): () => void {
    if (this.#calls === 0) this.break();
    this.#calls += 1;
    let hasEnded = false;
    return () => {
      if (!hasEnded) this.#calls -= 1;
      hasEnded = true;
    };
  }

  break(): void {
    this.#since = performance.now();
  }

  msUntil(endMs: number): number {
    return endMs - this.#since;
  }
}
