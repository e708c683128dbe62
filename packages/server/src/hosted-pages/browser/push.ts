import { askServer } from "./ask-server.ts";

const pauseMs = 2_000;

/** Asks every other second whether the device has answered, and sends the form when it has, or when nobody did in time. */
export function waitForDevice(form: HTMLFormElement): void {
  const end = performance.now() + Number(form.dataset["device"]) * 1_000;
  let isLeaving = false;
  form.addEventListener("submit", () => {
    isLeaving = true;
  });
  async function look(): Promise<void> {
    const isAnswered = await askServer<{ isAnswered: boolean }>(form, "device").then(
      (told) => told?.isAnswered ?? true,
      () => false,
    );
    if (isLeaving) return;
    if (isAnswered || performance.now() > end) form.requestSubmit();
    else setTimeout(look, pauseMs);
  }
  setTimeout(look, pauseMs);
}
