/** An error with the server's message. */
export class ServerError extends Error {}

/**
 * Posts `question` to the URL of the form and returns the JSON response.
 *
 * @throws {ServerError} with the server's message. @throws {TypeError} if the network fails.
 */
export async function requestFromServer<Result>(form: HTMLFormElement, question: string): Promise<Result | undefined> {
  const { value: formToken } = form.querySelector<HTMLInputElement>("[name=formToken]")!;
  const response = await fetch(form.action, {
    method: "POST",
    body: new URLSearchParams({ formToken, ask: question }),
  });
  // A page instead of JSON: the form is no longer valid, and submitting it shows why.
  if (!response.headers.get("content-type")?.includes("json")) return undefined;
  const result: Result & { message?: string } = await response.json();
  if (!response.ok) throw new ServerError(result.message);
  return result;
}
