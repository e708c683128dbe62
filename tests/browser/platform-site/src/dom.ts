export type Child = Node | string | null | undefined | false;

/** Creates an element: `h("a", { href: "#/" }, "Blog")`. */
export function h(
  tag: string,
  attributes: Record<string, string | boolean | ((event: Event) => unknown)> = {},
  ...children: Child[]
): HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child): child is Node | string => Boolean(child)));
  return element;
}

/** A form with labeled fields. `onSubmit` receives the values; a returned text is shown. */
export function form(
  fields: Record<string, string>,
  submit: string,
  onSubmit: (values: Record<string, string>) => Promise<string | undefined>,
): HTMLElement {
  const status = h("p", { role: "status" });
  const element = h(
    "form",
    {
      async submit(event) {
        event.preventDefault();
        status.textContent = "";
        const values = Object.fromEntries(
          [...new FormData(event.target as HTMLFormElement)].map(([name, value]) => [name, String(value)]),
        );
        try {
          status.textContent = (await onSubmit(values)) ?? "";
        } catch (error) {
          status.textContent = `Failed: ${error instanceof Error ? error.message : String(error)}`;
        }
      },
    },
    ...Object.entries(fields).map(([name, label]) =>
      h("label", {}, label, " ", h("input", { name, type: name === "password" ? "password" : "text" })),
    ),
    h("button", {}, submit),
    status,
  );
  return element;
}
