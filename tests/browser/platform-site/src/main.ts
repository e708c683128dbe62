import { accountPage, finishRedirect, resetPage } from "./account";
import { blogPage, postPage } from "./blog";
import { contactPage } from "./contact";
import { h } from "./dom";
import { recipesPage } from "./recipes";

/** Shows the page of the address. */
export async function show(): Promise<void> {
  const [, page, name = ""] = location.hash.split("/");
  const main = document.querySelector("main") as HTMLElement;
  try {
    const pages = { recipes: recipesPage, contact: contactPage, account: accountPage, post: () => postPage(name) };
    main.replaceChildren(await (pages[page as keyof typeof pages] ?? blogPage)());
  } catch (error) {
    main.replaceChildren(h("h1", {}, "Failed"), h("p", {}, String(error)));
  }
}

addEventListener("hashchange", () => void show());
if (location.pathname === "/callback") await finishRedirect();
if (location.pathname === "/reset") document.querySelector("main")?.replaceChildren(resetPage());
else await show();
