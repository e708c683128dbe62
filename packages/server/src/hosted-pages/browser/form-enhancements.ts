import { foldCode, isInsertedAtOnce, isWholeCode } from "@porchlight/contract/auth/verification-code";
import { requestFromServer } from "./request-from-server.ts";

const pollIntervalMs = 2_000;

/** Polls whether the device responded, and submits the form when it did or the push expired. */
export function pollDevice(form: HTMLFormElement): void {
  const end = performance.now() + Number(form.dataset["device"]) * 1_000;
  let isLeaving = false;
  form.addEventListener("submit", () => {
    isLeaving = true;
  });
  async function poll(): Promise<void> {
    const isAnswered = await requestFromServer<{ isAnswered: boolean }>(form, "device").then(
      (status) => status?.isAnswered ?? true,
      () => false,
    );
    if (isLeaving) return;
    if (isAnswered || performance.now() > end) form.requestSubmit();
    else setTimeout(poll, pollIntervalMs);
  }
  setTimeout(poll, pollIntervalMs);
}

/**
 * Removes spaces and dashes from the input. A code that is pasted or autofilled submits the form; typing does not. A
 * rejected code is not submitted again: it would cost another of the few tries.
 */
export function initCodeField(input: HTMLInputElement): void {
  const status = document.createElement("p");
  status.className = "hidden";
  status.setAttribute("role", "status");
  input.after(status);
  let before = input.value;
  const rejected = input.hasAttribute("aria-invalid") ? foldCode(input.value) : "";
  input.addEventListener("input", (event) => {
    const code = foldCode(input.value);
    if (code !== input.value) input.value = code;
    const isAtOnce = isInsertedAtOnce(event as InputEvent, before, code);
    before = code;
    if (!isAtOnce || !isWholeCode(code)) return;
    if (code !== rejected) status.textContent = input.dataset["received"] ?? "";
    input.form?.requestSubmit();
  });
  input.form?.addEventListener("submit", (event) => {
    if (!rejected || foldCode(input.value) !== rejected) return;
    event.preventDefault();
    event.stopPropagation();
    input.select();
  });
}

/** Counts down `data-seconds` with the text of `data-words`, then shows `data-over`. */
export function countDown(element: HTMLElement): void {
  const { seconds = "0", words = "", over = "" } = element.dataset;
  const end = performance.now() + Number(seconds) * 1_000;
  const show = () => {
    const left = Math.max(0, Math.ceil((end - performance.now()) / 1_000));
    const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (left > 0) {
      element.textContent = words.replace("{time}", time);
      return;
    }
    clearInterval(timer);
    // Announce only the end, not every second.
    element.removeAttribute("aria-live");
    element.setAttribute("role", "status");
    element.textContent = over;
  };
  const timer = setInterval(show, 1_000);
  show();
}

/** Enables the button that reveals a password, hides it on submit, and warns about Caps Lock. */
export function initPasswordToggle(button: HTMLButtonElement): void {
  const input = document.getElementById(button.getAttribute("aria-controls") ?? "") as HTMLInputElement;
  const { textContent: show } = button;
  const { hide = "", capsLock = "" } = button.dataset;
  const reveal = (isShown: boolean) => {
    input.type = isShown ? "text" : "password";
    button.setAttribute("aria-pressed", String(isShown));
    button.textContent = isShown ? hide : show;
  };
  button.hidden = false;
  button.addEventListener("click", () => reveal(input.type === "password"));
  input.form?.addEventListener("submit", () => reveal(false));

  const hint = document.createElement("p");
  hint.className = "caps";
  hint.setAttribute("role", "status");
  button.closest(".field")?.after(hint);
  // Password managers dispatch events without `getModifierState`.
  const update = (event: KeyboardEvent) => {
    hint.textContent = event.getModifierState?.("CapsLock") ? capsLock : "";
  };
  input.addEventListener("keydown", update);
  input.addEventListener("keyup", update);
}
