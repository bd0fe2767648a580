const KEPT_MS = 10_000;

/** Downloads a text as a file. */
export function saveText(text: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text]));
  link.download = name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-');
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
