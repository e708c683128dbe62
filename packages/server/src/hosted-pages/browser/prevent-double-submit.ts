/** Delay of the notice that the response is slow. Source: screens, §3.1. */
const slowNoticeDelayMs = 8_000;
/** Then the form can be submitted again: no event reports that the user has stopped the navigation. */
const resubmitDelayMs = 10_000;

const labels = new WeakMap<HTMLButtonElement, string>();

/** Marks a button as busy. It keeps the focus and ignores clicks. */
export function setBusy(button: HTMLButtonElement, isBusy: boolean): void {
  if (isBusy && !labels.has(button)) {
    labels.set(button, button.textContent);
    button.setAttribute("aria-disabled", "true");
    const { busy } = button.dataset;
    if (busy) button.textContent = busy;
  } else if (!isBusy) {
    button.removeAttribute("aria-disabled");
    button.textContent = labels.get(button) ?? button.textContent;
    labels.delete(button);
  }
}

export const isBusy = (button: HTMLButtonElement): boolean => labels.has(button);

/** The default submit button. */
export const mainButton = (form: HTMLFormElement): HTMLButtonElement | null =>
  form.querySelector<HTMLButtonElement>("button.button");

/** Prevents double submission and shows a notice if the response is slow. */
export function preventDoubleSubmit(): void {
  const slow = document.createElement("p");
  slow.className = "hint slow";
  slow.setAttribute("role", "status");
  let sent: HTMLButtonElement | null | undefined;
  let timers: ReturnType<typeof setTimeout>[] = [];

  function release(): void {
    timers.forEach(clearTimeout);
    timers = [];
    if (sent) setBusy(sent, false);
    sent = undefined;
  }
  // Resets a page that was restored from the back/forward cache.
  addEventListener("pageshow", () => {
    release();
    slow.textContent = "";
  });
  addEventListener("submit", (event) => {
    if (sent !== undefined) return event.preventDefault();
    const form = event.target as HTMLFormElement;
    const button = (event.submitter ?? mainButton(form)) as HTMLButtonElement | null;
    sent = button;
    slow.textContent = "";
    if (button) setBusy(button, true);
    button?.after(slow);
    timers = [
      setTimeout(() => {
        slow.textContent = document.querySelector("main")?.dataset["slow"] ?? "";
      }, slowNoticeDelayMs),
      setTimeout(release, resubmitDelayMs),
    ];
  });
}
