import { finishRedirect, resetPage } from "./account";
import { show } from "./router";

addEventListener("hashchange", () => void show());
if (location.pathname === "/callback") await finishRedirect();
if (location.pathname === "/reset") document.querySelector("main")?.replaceChildren(resetPage());
else await show();
