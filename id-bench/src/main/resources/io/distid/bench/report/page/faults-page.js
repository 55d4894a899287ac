"use strict";
lab.faultsSection();
