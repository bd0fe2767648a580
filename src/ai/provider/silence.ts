/** Measures how long a provider has had requests and has answered none of them. */
export class Silence {
  #requests = 0;
  #since = 0;

  /** A request is sent. Returns the function that ends it; calling that twice is safe. */
  begin(): () => void {
    if (this.#requests === 0) this.break();
    this.#requests += 1;
    let hasEnded = false;
    return () => {
      if (!hasEnded) this.#requests -= 1;
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
