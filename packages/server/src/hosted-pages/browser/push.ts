import { requestFromServer } from "./ask-server.ts";

const pollIntervalMs = 2_000;

/** Polls whether the device responded, and submits the form when it did or the push expired. */
export function pollDevice(form: HTMLFormElement): void {
  const end = performance.now() + Number(form.dataset["device"]) * 1_000;
  let isLeaving = false;
  form.addEventListener("submit", () => {
    isLeaving = true;
  });
  async function look(): Promise<void> {
    const isAnswered = await requestFromServer<{ isAnswered: boolean }>(form, "device").then(
      (status) => status?.isAnswered ?? true,
      () => false,
    );
    if (isLeaving) return;
    if (isAnswered || performance.now() > end) form.requestSubmit();
    else setTimeout(look, pollIntervalMs);
  }
  setTimeout(look, pollIntervalMs);
}
