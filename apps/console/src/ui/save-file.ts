/** Lets the browser save a file that the page has loaded or created. */
export function saveFile(contents: Blob, name: string): void {
  const url = URL.createObjectURL(contents);
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
