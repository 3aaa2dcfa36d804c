// Makes the desk quicker to use. Everything essential works without it.

import { leadsBeside } from './beside.js';
import { copyTexts } from './copy.js';
import { forgetOthers, keepDrafts, keepText } from './drafts.js';
import { askAnew, forgetForm, needOnceSent, sendOnce } from './forms.js';
import { handleKeys } from './keys.js';
import { tellNews } from './news.js';
import { tellOnDevice } from './push.js';
import { selectRows } from './rows.js';

forgetForm();
selectRows();
handleKeys(leadsBeside());
tellNews();
needOnceSent();
sendOnce();
askAnew();
copyTexts();
forgetOthers();
keepDrafts();
keepText();
tellOnDevice();
