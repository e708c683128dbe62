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
